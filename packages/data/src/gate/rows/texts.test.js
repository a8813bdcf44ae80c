import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { it } from 'node:test';
import { dataPlugin } from '../../core-plugin.js';
import { actions } from '../../automation/actions/index.js';

const german = dataPlugin.texts?.de ?? {};

it('has German for every message beside a field', async () => {
  const folder = new URL('./write/', import.meta.url);
  const problems = [];
  for (const name of await readdir(folder)) {
    const source = await readFile(new URL(name, folder), 'utf8');
    for (const [, what] of source.matchAll(/fieldProblem\(.*?, '([^']+)'\)/g)) problems.push(`{label} ${what}`);
    for (const [, text] of source.matchAll(/plainProblem\('([^']+)'\)/g)) problems.push(text);
  }
  assert.ok(problems.length >= 6);
  for (const key of problems) assert.ok(key in german, key);
});

it('has German for the actions and their settings', () => {
  /** @param {any} schema @returns {string[]} */
  const labels = (schema) =>
    schema.flatMap((/** @type {any} */ { label, help, options = [], items = [] }) => [
      label,
      help,
      ...options.map((/** @type {any} */ option) => option.label),
      ...labels(items),
    ]);
  for (const action of actions) {
    for (const text of [action.label, ...labels(action.settings)])
      assert.ok(!text || text in german, `${action.name}: ${text}`);
  }
});
