/** @import { Seen, World } from '../types.d.ts' */
import assert from 'node:assert/strict';
import { words } from '../words.js';
import { TASKS } from '../world.js';

/** @param {World} world @param {string} actor @param {Seen} seen */
export async function files({ clients, tasks: all }, actor, { tasks, may }) {
  for (const task of all) {
    const { status, text } = await clients[actor].get(`/files/${task.file}/f.txt`);
    const isOpen = tasks.includes(task) && may('file');
    assert.equal(status, isOpen ? 200 : 404, task.title);
    assert.deepEqual(words(text, 'f'), isOpen ? [`f${task.n}q`] : []);
  }
  return TASKS;
}
