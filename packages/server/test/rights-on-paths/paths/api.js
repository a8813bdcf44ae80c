/** @import { Seen, World } from '../types.d.ts' */
import assert from 'node:assert/strict';
import { same } from '../words.js';
import { PROJECTS, TASKS } from '../world.js';
import { ask } from './ask.js';

/** @param {World} world @param {string} actor @param {Seen} seen */
export async function api(world, actor, seen) {
  const { tasks, projects, may } = seen;
  const rows = '/tables/tasks/rows';
  let cases = same((await ask(world, actor, `${rows}?limit=500`)).text, seen);
  for (const accept of ['text/csv', 'application/x-ndjson'])
    cases += same((await ask(world, actor, rows, { accept })).text, seen);
  for (const task of world.tasks) {
    const one = await ask(world, actor, `${rows}/${task.id}`);
    assert.equal(one.status === 200, tasks.includes(task));
    same(one.text, seen, tasks.includes(task) ? [task] : []);
  }
  const counted = await ask(
    world,
    actor,
    `${rows}?count=exact&aggregate=count${may('amount') ? ',sum(amount),max(amount)' : ''}`,
  );
  if (counted.body) {
    assert.equal(counted.body.count, tasks.length);
    assert.equal(Number(counted.body.totals.count), tasks.length);
    const amounts = tasks.flatMap(({ amount }) => (amount === null ? [] : [amount]));
    if (may('amount'))
      assert.equal(counted.body.totals.sum_amount ?? null, amounts.length ? amounts.reduce((a, b) => a + b) : null);
    if (may('amount'))
      assert.equal(counted.body.totals.max_amount ?? null, amounts.length ? Math.max(...amounts) : null);
  } else assert.equal(tasks.length, 0);
  const hidden = await ask(world, actor, `${rows}?secret.starts=s`);
  const missing = await ask(world, actor, `${rows}?nothing.starts=s`);
  if (may('secret')) cases += same(hidden.text, seen);
  else
    assert.deepEqual(
      [hidden.status, plain(hidden.text)],
      [missing.status, plain(missing.text).replaceAll('nothing', 'secret')],
    );
  return cases + TASKS * 3 + (await expanded(world, actor, seen)) + projects.length;
}

/** Without the number of the request. @param {string} text */
const plain = (text) => text.replace(/"request":"\w+"/, '');

/** Rows within rows, both ways. @param {World} world @param {string} actor @param {Seen} seen */
async function expanded(world, actor, { tasks, projects, may }) {
  if (may('project')) {
    const { body } = await ask(world, actor, '/tables/tasks/rows?limit=500&expand=project&fields=title,project');
    for (const { title, project } of body?.rows ?? []) {
      const task = tasks.find((one) => one.title === title);
      const expected = projects.find(({ id }) => id === task?.project);
      assert.equal(project?.name, expected?.name, title);
    }
  }
  const { body } = await ask(world, actor, '/tables/projects/rows?limit=500&expand=tasks');
  for (const { id, tasks: children } of body?.rows ?? []) {
    const expected = may('project') ? tasks.filter(({ project }) => project === id).map(({ title }) => title) : [];
    assert.deepEqual((children ?? []).map((/** @type {any} */ { title }) => title).sort(), expected.sort());
  }
  return TASKS + PROJECTS;
}
