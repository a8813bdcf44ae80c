/** @import { Seen, World } from '../types.d.ts' */
import assert from 'node:assert/strict';
import { same } from '../words.js';
import { PROJECTS, TASKS } from '../world.js';

/** @param {World} world @param {string} actor @param {Seen} seen */
export async function pages({ clients, tasks }, actor, seen) {
  let cases = 0;
  for (const path of ['/view/task_list', '/view/task_feed', '/page/all'])
    cases += same((await clients[actor].get(path)).text, seen);
  const { text } = await clients[actor].get('/view/task_list');
  const names = [...new Set(text.match(/\bp\d\b/g) ?? [])].sort();
  const shown = seen.projects
    .filter(({ id }) => seen.tasks.some(({ project }) => project === id))
    .map(({ name }) => name);
  assert.deepEqual(names, seen.may('project') ? shown.sort() : []);
  for (const task of tasks.slice(0, 3)) {
    const one = await clients[actor].get(`/view/task?id=${task.id}`);
    cases += same(one.text, seen, seen.tasks.includes(task) ? [task] : []) / TASKS;
  }
  return cases + PROJECTS;
}

/** @param {World} world @param {string} actor @param {Seen} seen */
export async function choices({ clients }, actor, seen) {
  const { status, text } = await clients[actor].get('/view/task_form/choices?field=project&q=p');
  const offered = status === 200 ? JSON.parse(text).map((/** @type {any} */ { label }) => label) : [];
  const expected = seen.projects.map(({ name }) => name).sort();
  // Whoever may create or change nothing may be told nothing at all; more than what he may read he never is.
  if (status === 200 && offered.length > 0) assert.deepEqual(offered.sort(), expected);
  return PROJECTS;
}
