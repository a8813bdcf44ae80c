/** @import { Seen, Task } from './types.d.ts' */
import assert from 'node:assert/strict';
import { TASKS } from './world.js';

/** Which of the words that stand in rows a text holds. @param {string} text @param {'t' | 's' | 'f'} letter */
export const words = (text, letter) => [...new Set(text.match(new RegExp(`\\b${letter}\\d+q\\b`, 'g')) ?? [])].sort();

/**
 * That a text tells of these tasks, and of what is secret only where it may be told.
 *
 * @param {string} text
 * @param {Seen} seen
 * @param {Task[]} [tasks]
 */
export function same(text, { tasks: all, may }, tasks = all) {
  assert.deepEqual(words(text, 't'), tasks.map(({ title }) => title).sort());
  assert.deepEqual(words(text, 's'), may('secret') ? tasks.map(({ secret }) => secret).sort() : []);
  return TASKS;
}
