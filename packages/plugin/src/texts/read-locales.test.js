import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { readLocales } from './read-locales.js';

/** @type {string} */
let folder;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'plinth-locales-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** @param {string} language @param {string} area @param {object} texts */
function write(language, area, texts) {
  mkdirSync(join(folder, language), { recursive: true });
  writeFileSync(join(folder, language, `${area}.json`), JSON.stringify(texts));
}

describe('locales of a folder', () => {
  it('are one file for each language', () => {
    writeFileSync(join(folder, 'de.json'), '{"shell.menu": "Menü"}');
    writeFileSync(join(folder, 'en.json'), '{"shell.menu": "Menu"}');
    writeFileSync(join(folder, 'README.md'), '# For translators');
    assert.deepEqual(readLocales(pathToFileURL(`${folder}/`)), {
      de: { 'shell.menu': 'Menü' },
      en: { 'shell.menu': 'Menu' },
    });
  });

  it('are read together where a language is a folder', () => {
    write('en', 'shell', { 'shell.menu': 'Menu' });
    write('en', 'views', { 'views.none': 'Nothing yet' });
    write('fr', 'shell', { 'shell.menu': 'Menu' });
    assert.deepEqual(readLocales(pathToFileURL(`${folder}/`)), {
      en: { 'shell.menu': 'Menu', 'views.none': 'Nothing yet' },
      fr: { 'shell.menu': 'Menu' },
    });
  });

  it('have each key in one file', () => {
    write('en', 'a', { menu: 'Menu' });
    write('en', 'b', { menu: 'Menus' });
    assert.throws(() => readLocales(pathToFileURL(`${folder}/`)), /b\.json: another file has the key "menu"/);
  });
});
