import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openSite } from '../../edits/definitions/testing/edit-site.js';
import { physicalModel } from './model.js';
import { planDdl } from './plan.js';

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
  await site.table('shelves', [{ name: 'code', type: 'text', unique: true }]);
  await site.table('books', [
    { name: 'pages', type: 'integer', attributes: { min: 1 } },
    { name: 'tags', type: 'multi_select', attributes: { options: [{ value: 'a', label: 'A' }] } },
    { name: 'shelf', type: 'relation', attributes: { table: 'shelves', onDelete: 'cascade' } },
    { name: 'also_on', type: 'many_to_many', attributes: { table: 'shelves' } },
  ]);
  await site.edit('set-constraints', {
    table: 'books',
    constraints: [
      { kind: 'unique', fields: ['title', 'pages'], message: '' },
      { kind: 'check', where: { field: 'pages', op: 'lt', value: 9000 }, message: '' },
    ],
  });
  await site.edit('set-indexes', {
    table: 'books',
    indexes: [{ fields: ['tags'] }, { fields: ['pages'] }, { kind: 'search', fields: ['title'] }],
  });
});
after(() => site.close());

/** @param {any} before @param {any} after */
function plan(before, after) {
  const concerned = new Set(site.data.catalog().tables.map(({ id }) => id));
  const none = { big: new Set(), trashed: new Set(), trigrams: true, fill: {} };
  const how = { trash: 99, restore: null, onFailure: /** @type {const} */ ('refuse') };
  return planDdl(/** @type {any} */ ({ before, after, concerned, registry: site.registry, ...none, ...how }));
}

describe('the physical model', () => {
  it('describes constraints and indexes by ids of fields', () => {
    const catalog = /** @type {any} */ (site.data.catalog());
    const { tables } = physicalModel(catalog, site.registry);
    const table = catalog.table('books');
    const books = /** @type {import('./types.d.ts').PhysicalTable} */ (tables.get(table.id));
    const id = (/** @type {string} */ name) => table.field(name).id;
    const shown = (/** @type {Map<string, any>} */ found) =>
      [...found.values()].map(({ kind, fields }) => ({ kind, fields }));
    assert.deepEqual(shown(books.constraints), [
      { kind: 'check', fields: [id('pages')] },
      { kind: 'check', fields: [id('tags')] },
      { kind: 'unique', fields: [id('title'), id('pages')] },
      { kind: 'check', fields: [id('pages')] },
    ]);
    assert.deepEqual(shown(books.indexes), [
      { kind: 'btree', fields: [id('shelf'), id('id')] },
      { kind: 'gin', fields: [id('tags')] },
      { kind: 'btree', fields: [id('pages'), id('id')] },
      { kind: 'trigrams', fields: [id('title')] },
    ]);
    assert.deepEqual(
      [...books.foreignKeys.values()],
      [{ kind: 'foreign key', field: id('shelf'), target: catalog.table('shelves').id, onDelete: 'cascade' }],
    );
  });

  it('of one and the same app differs in nothing', () => {
    const catalog = site.data.catalog();
    const { locks, early, steps, unbuilt, interrupts } = plan(catalog, catalog);
    assert.deepEqual(
      { locks, early, steps, unbuilt, interrupts },
      { locks: [], early: [], steps: [], unbuilt: [], interrupts: [] },
    );
  });

  it('of an app where only names differ asks for renames alone', async () => {
    const before = site.data.catalog();
    await site.edit('change-field', { table: 'books', field: 'pages', changes: { name: 'leaves' } });
    await site.edit('change-table', { table: 'shelves', changes: { name: 'boards' } });
    assert.deepEqual(
      plan(before, site.data.catalog()).steps,
      ['alter table "app"."shelves" rename to "boards"', 'alter table "app"."books" rename "pages" to "leaves"'].map(
        (sql) => ({ sql }),
      ),
    );
  });
});
