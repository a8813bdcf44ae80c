import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { TITLES } from './app-rights.js';

it('P1: the rights of an app are called as on the screen, all of them', async () => {
  const file = new URL('../../../admin/locales/en.json', import.meta.url);
  const texts = Object.entries(JSON.parse(await readFile(file, 'utf8')));
  const prefix = 'admin.apps.right.';
  const named = texts.filter(([key]) => key.startsWith(prefix)).map(([key, text]) => [key.slice(prefix.length), text]);
  assert.deepEqual(TITLES, Object.fromEntries(named));
});
