import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { largeApp } from '../../edits/apps/testing/large-app.js';
import { admin, openSite } from '../../edits/definitions/testing/edit-site.js';
import { concernedTables } from './concerned.js';

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
  await site.data.apps.install(admin, largeApp('app', 8));
});
after(() => site?.close());

/** Names of the tables that an edit looks into, and how many statements it sends. @param {string} name @param {any} input */
async function concerned(name, input) {
  const before = site.data.catalog();
  const sent = site.data.db.counters().statements;
  await site.edit(name, input);
  const after = site.data.catalog();
  const nameOf = (/** @type {string} */ id) => (after.object(id) ?? before.object(id))?.name;
  const tables = [...concernedTables(before, after)].map(nameOf).sort();
  return { tables, statements: site.data.db.counters().statements - sent };
}

const field = (/** @type {string} */ name) => ({ table: 'app_t3', field: { name, type: 'text' } });

describe('the tables that an edit concerns', () => {
  it('are those whose fields change, and no others', async () => {
    assert.deepEqual((await concerned('add-field', field('more'))).tables, ['app_t3']);
    const changed = await concerned('change-field', { table: 'app_t3', field: 'more', changes: { unique: true } });
    assert.deepEqual(changed.tables, ['app_t3']);
    assert.deepEqual((await concerned('change-view', { view: 'app_v1', changes: { label: 'One' } })).tables, []);
  });

  it('are also those that point at a table that is renamed, goes or comes', async () => {
    const renamed = await concerned('change-table', { table: 'app_t5', changes: { name: 'other' } });
    assert.deepEqual(renamed.tables, ['app_t6', 'other']);
    assert.deepEqual((await concerned('remove-table', { table: 'other' })).tables, ['app_t6', 'other']);
    assert.deepEqual((await concerned('add-table', { name: 'other', fields: [] })).tables, ['app_t6', 'other']);
  });

  it('are as many in a large app as in a small one, and so are the statements', async () => {
    const few = await concerned('add-field', field('before'));
    await site.data.apps.install(admin, largeApp('large', 40));
    assert.deepEqual(await concerned('add-field', field('afterwards')), few);
  });
});
