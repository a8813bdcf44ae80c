import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { buildCatalog } from '../../catalog/model/catalog.js';
import { createDraft } from '../definitions/base/draft.js';
import { editsOf } from '../definitions/index.js';
import { admin, openSite } from '../definitions/testing/edit-site.js';
import { planInstall } from './plan-install.js';
import { readDocument } from './read-document.js';
import { largeApp } from './testing/large-app.js';

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
});
after(() => site?.close());

/** How often the plan of an app of so many tables and views asks what something is. @param {number} size */
async function lookUps(size) {
  let count = 0;
  const counting =
    (/** @type {any} */ method) =>
    (/** @type {any[]} */ ...args) => {
      count += 1;
      return method(...args);
    };
  const { has, fieldType, viewTemplate, ...rest } = site.registry;
  const registry = {
    ...rest,
    has: counting(has),
    fieldType: counting(fieldType),
    viewTemplate: counting(viewTemplate),
  };
  const objects = site.data.catalog().objects.values();
  const draft = createDraft(buildCatalog({ version: 1, objects, registry }), registry);
  const document = readDocument(largeApp('counted', size), registry);
  await planInstall(draft, document, { registry, actor: admin, edits: editsOf(registry), on: site.data.db });
  const { changes } = draft.result();
  assert.ok(changes.length > size * 8);
  return count;
}

/** Statements that the installation of an app of so many tables and views sends. @param {number} size */
async function statements(size) {
  const before = site.data.db.counters().statements;
  await site.data.apps.install(admin, largeApp(`app${size}`, size));
  return site.data.db.counters().statements - before;
}

describe('the installation of a large app', () => {
  it('is planned in time that grows with the app, not with its square', async () => {
    const [few, many] = [await lookUps(20), await lookUps(80)];
    assert.ok(many < 4.4 * few, `${few} for 20 tables, ${many} for 80`);
  });

  it('sends as many statements for each further table, however many there are', async () => {
    const [few, some, many] = [await statements(5), await statements(15), await statements(35)];
    assert.equal((many - some) / 20, (some - few) / 10);
  });

  it('is undone, and done again, as a whole', async () => {
    const { revision } = await site.data.apps.install(admin, largeApp('gone', 12));
    await site.data.revisions.undo(admin, revision);
    assert.ok(!site.data.catalog().hasTable('gone_t11'));
    await site.data.revisions.redo(admin, revision);
    const table = site.data.catalog().table('gone_t11');
    assert.deepEqual(table.fields.map(({ name }) => name).slice(0, 4), ['id', 'name', 'amount', 'up']);
    assert.equal(table.display, 'name');
    assert.equal(table.field('up').target, 'gone_t10');
  });

  it('lets the event loop turn while it is planned', async () => {
    let [turns, isPlanned] = [0, false];
    const turn = () => {
      turns += 1;
      if (!isPlanned) setImmediate(turn);
    };
    setImmediate(turn);
    await lookUps(1000);
    isPlanned = true;
    assert.ok(turns > 3, `${turns} turns`);
  });

  it('refuses two tables that both have the profile fields of users', async () => {
    const person = { name: 'who', type: 'one_to_one', attributes: { table: 'users' } };
    const tables = ['one', 'two'].map((name) => ({ name, fields: [person], person: 'who', display: 'who' }));
    const document = { plinth: 1, app: { name: 'twice' }, tables };
    await assert.rejects(site.data.apps.install(admin, document), {
      code: 'INPUT_INVALID',
      message: /profile fields/,
    });
  });
});
