/** @import { Seen, World } from '../types.d.ts' */
import assert from 'node:assert/strict';
import { words } from '../words.js';
import { ask } from './ask.js';

/** @param {World} world @param {string} actor @param {Seen} seen */
export async function search(world, actor, { tasks, may }) {
  for (const { secret, title } of world.tasks.slice(0, 4)) {
    const visible = tasks.find((task) => task.title === title);
    const byTitle = await ask(world, actor, `/tables/tasks/rows?q=${title}&count=exact`);
    assert.deepEqual(words(byTitle.text, 't'), visible ? [title] : []);
    const bySecret = await ask(world, actor, `/tables/tasks/rows?q=${secret}&count=exact`);
    assert.deepEqual(words(bySecret.text, 't'), visible && may('secret') ? [title] : []);
    if (bySecret.body) assert.equal(bySecret.body.count, visible && may('secret') ? 1 : 0);
  }
  return 8;
}
