import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const names = readdirSync(new URL('./', import.meta.url)).filter(
  (name) => name.endsWith('.js') && !name.includes('.test.'),
);
const areas = await Promise.all(names.map((name) => import(new URL(name, import.meta.url).href)));
/** @type {{ en: Record<string, string>, de: Record<string, string> }} */
const texts = {
  en: Object.assign({}, ...areas.map((area) => area.texts.en)),
  de: Object.assign({}, ...areas.map((area) => area.texts.de)),
};

/** Every key that the admin's code and templates name whole. */
function* keysInUse() {
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!/\.(js|ejs)$/.test(entry.name) || entry.name.includes('.test.') || entry.parentPath.endsWith('texts'))
      continue;
    const source = readFileSync(`${entry.parentPath}/${entry.name}`, 'utf8');
    for (const [, key] of source.matchAll(/['"](admin\.[A-Za-z0-9.-]*[A-Za-z0-9])['"]/g)) yield [entry.name, key];
  }
}

describe('texts of the admin', () => {
  it('are complete in both languages', () => {
    assert.deepEqual(Object.keys(texts.de).sort(), Object.keys(texts.en).sort());
  });

  it('have every key that is named', () => {
    const missing = [...keysInUse()].filter(([, key]) => !(key in texts.en) && !(`${key}.other` in texts.en));
    assert.deepEqual(missing, []);
  });
});
