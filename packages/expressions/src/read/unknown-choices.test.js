import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readExpression, unknownChoices } from '../index.js';
import { sampleCatalog } from '../testing.js';

const catalog = sampleCatalog();
const tasks = catalog.table('tasks');
const options = [{ value: 'New' }, { value: 'done', label: 'Done' }];
for (const name of ['status', 'tags']) Object.assign(tasks.field(name), { id: name, attributes: { options } });

/** @param {string} source @param {string} [table] @param {any} [variables] */
function unknown(source, table = 'tasks', variables) {
  const scope = { catalog, table: catalog.table(table), variables };
  return unknownChoices(readExpression(source, scope).tree, scope).map(({ field, value }) => `${field.name} ${value}`);
}

describe('choices that do not exist', () => {
  for (const [source, expected] of /** @type {[string, string[]][]} */ ([
    ['row.status == "New"', []],
    ['row.status == "new"', ['status new']],
    ['row.status == "Done"', ['status Done']],
    ['"open" != row.status', ['status open']],
    ['row.points > 1 && !(row.status == "a" || row.status == "a")', ['status a']],
    ['row.status in ["New", "b"]', ['status b']],
    ['"c" in row.tags || "done" in row.tags', ['tags c']],
    ['row.status == row.title || row.title == "new"', []],
    ['row.status == null', []],
    ['row.status.startsWith("n")', []],
    ['row.points == 1 ? "new" : row.status', []],
  ]))
    it(source, () => assert.deepEqual(unknown(source), expected));

  it('are found in rows of other tables and in the row before a change', () => {
    const related = 'row.tasks_project.exists(t, t.status == "x")';
    assert.deepEqual(unknown(related, 'projects'), ['status x']);
    const old = { old: { name: 'row', table: 'tasks' } };
    assert.deepEqual(unknown('old.status == "y" && row.status == "New"', 'tasks', old), ['status y']);
  });
});
