/** @import { Seen, World } from '../types.d.ts' */
import assert from 'node:assert/strict';
import { words } from '../words.js';
import { TASKS } from '../world.js';

/** @param {World} world @param {string} actor @param {Seen} seen */
export async function history({ server, people, tasks: all }, actor, { tasks, may }) {
  const { data, system } = server;
  const { id } = people[actor];
  const who = id === null ? data.access.actorOfRole(system, 'public') : await data.access.actorOfUser(system, id);
  for (const task of all) {
    const told = await data.history.list(who, 'tasks', task.id, { limit: 200 }).catch((/** @type {any} */ error) => {
      assert.equal(error.code, 'ROW_NOT_FOUND');
      return null;
    });
    assert.equal(told !== null, tasks.includes(task));
    if (told) assert.deepEqual(words(JSON.stringify(told), 's'), may('secret') ? [task.secret] : []);
  }
  return TASKS;
}
