import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { openSite } from '../../edits/definitions/testing/edit-site.js';
import { namesWithin } from './references.js';

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
  await site.table('projects', [{ name: 'owner', type: 'user' }]);
  await site.table('tasks', [
    { name: 'done', type: 'boolean' },
    { name: 'project', type: 'relation', attributes: { table: 'projects' } },
  ]);
});
after(() => site.close());

/** @param {string} name @param {any} [more] */
function namesIn(name, more) {
  /** @type {string[]} */
  const found = [];
  const visit = namesWithin(site.data.catalog(), ({ kind, table, name: one }) => {
    if (kind !== 'expression') found.push(table ? `${table}.${one}` : `${kind} ${one}`);
  });
  visit({ kind: 'expression', at: 'when', name, table: 'tasks', ...more });
  return found.sort();
}

it('finds the fields and tables that an expression names', () => {
  assert.deepEqual(namesIn('row.project.owner==user.id && ( row["done"] )'), [
    'projects.owner',
    'tasks.done',
    'tasks.project',
  ]);
  assert.deepEqual(namesIn('row.title.contains("row.done")'), ['tasks.title']);
  assert.ok(namesIn('row.project.tasks.exists(t, t.done)').includes('table tasks'));
});

it('finds them in one that can’t be read, with those that are gone', () => {
  assert.deepEqual(namesIn('row.gone == 1 && row.project.lost.of && row.title'), [
    'projects.lost',
    'tasks.gone',
    'tasks.project',
    'tasks.title',
  ]);
  assert.deepEqual(
    namesIn('row.project.tasks.size() > row.gone'),
    ['tasks.gone', 'tasks.project'],
    'a list of rows is no field',
  );
  assert.deepEqual(namesIn('row.gone ==', undefined), []);
  assert.deepEqual(namesIn('row.gone', { table: 'nowhere' }), []);
  assert.deepEqual(namesIn('old.gone != row.title', { old: true }), ['tasks.gone', 'tasks.title']);
});
