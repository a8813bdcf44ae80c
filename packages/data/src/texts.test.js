import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { it } from 'node:test';
import { dataPlugin } from './core-plugin.js';
import { fieldTypes } from './catalog/field-types/index.js';

const folder = new URL('./catalog/field-types/', import.meta.url);
const german = dataPlugin.texts?.de ?? {};

it('has German for every message of the field types', async () => {
  const files = (await readdir(folder, { recursive: true })).filter(
    (name) => name.endsWith('.js') && !name.includes('.test.'),
  );
  const known = new Set(Object.keys(german));
  for (const name of files.filter((file) => !/testing\/|pattern\//.test(file))) {
    const source = await readFile(new URL(name, folder), 'utf8');
    for (const [, key] of source.matchAll(/'((?:must|may|has|holds|names|does) [^']+)'/g)) {
      if (/has a choice|has a minimum/.test(key)) continue;
      assert.ok(known.has(`{label} ${key}`), `${name}: ${key}`);
    }
  }
});

it('has German for the labels of field types and of their attributes', () => {
  for (const type of fieldTypes) {
    for (const text of [type.label, ...type.attributes.flatMap(({ label, help }) => [label, help])]) {
      assert.ok(!text || text in german, `${type.name}: ${text}`);
    }
  }
});
