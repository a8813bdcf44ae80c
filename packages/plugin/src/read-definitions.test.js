import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { readDefinitions } from './read-definitions.js';

const define = new URL('./define.js', import.meta.url).href;
const source = (/** @type {string} */ name, /** @type {string} */ more = '') =>
  `import { defineElement } from '${define}';\nexport const one = defineElement({ name: '${name}'${more} });`;

/** @type {string[]} */
const folders = [];
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));

/** @param {Record<string, string>} files */
function folderWith(files) {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-definitions-'));
  folders.push(folder);
  for (const [path, code] of Object.entries({ 'package.json': '{ "type": "module" }', ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), code);
  }
  return pathToFileURL(`${folder}/`);
}

describe('definitions in a folder', () => {
  it('are found by being there, lowest order first, the others by name', async () => {
    const folder = folderWith({
      'a.js': source('last'),
      'b.js': source('first', ', order: 5'),
      'c.js': source('second', ', order: 10'),
      'big/big.js': source('kept'),
      'big/part.js': 'export const part = 1;',
      'parts/classes.js': 'export const classes = 1;',
      'a.test.js': 'throw new Error();',
      'index.js': 'throw new Error();',
    });
    const found = await readDefinitions(folder, 'element');
    assert.deepEqual(
      found.map(({ name }) => name),
      ['first', 'second', 'kept', 'last'],
    );
  });

  it('are one a file: a file with none, two or another kind is named', async () => {
    await assert.rejects(readDefinitions(folderWith({ 'a.js': 'export const a = 1;' }), 'element'), /a\.js exports 0/);
    await assert.rejects(readDefinitions(folderWith({ 'a.js': source('x') }), 'action'), /a\.js exports 0/);
    const two = `${source('x')}\nexport const two = defineElement({ name: 'y' });`;
    await assert.rejects(readDefinitions(folderWith({ 'a.js': two }), 'element'), /a\.js exports 2/);
  });
});
