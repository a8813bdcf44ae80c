import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { COMPLETE, direction, texts } from './index.js';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const sources = ['packages', 'plugins'].flatMap((folder) => filesOf(folder));

/** Catalogues outside of this package: the admin's, the plugins'. */
const others = await Promise.all(
  sources
    .filter((file) => /(\/texts\/[\w-]+\.js|\/texts\.js)$/.test(file) && !file.includes('views/src/texts/'))
    .filter((file) => !file.endsWith('/index.js') && !file.startsWith('packages/plugin/'))
    .map(async (file) => ({ file, texts: (await import(pathToFileURL(root + file).href)).texts })),
);
const catalogues = [{ file: 'packages/views', texts }, ...others.filter((other) => other.texts)];

describe('texts', () => {
  for (const { file, texts: catalogue } of catalogues) {
    it(`of ${file} are complete in ${COMPLETE.join(' and ')}`, () => {
      const keys = (/** @type {string} */ language) => Object.keys(catalogue[language] ?? {});
      const english = new Set([...keys('en'), ...keys('de').filter(isPlainText)]);
      assert.deepEqual(keys('de').sort(), [...english].sort());
    });

    it(`of ${file} have the same placeholders in each language`, () => {
      const holes = (/** @type {string} */ text) => (text.match(/\{[a-z]\w*\}/gi) ?? []).sort().join();
      for (const [language, entries] of Object.entries(catalogue)) {
        for (const [key, text] of Object.entries(/** @type {Record<string, string>} */ (entries))) {
          assert.equal(holes(text), holes(catalogue.en[key] ?? key), `${key} (${language})`);
        }
      }
    });
  }

  it('has every key that code and templates ask for', () => {
    const known = new Set(catalogues.flatMap((entry) => Object.keys(entry.texts.en)));
    const has = (/** @type {string} */ key) => known.has(key) || known.has(`${key}.other`);
    const missing = sources
      .filter((file) => /\.(js|ejs)$/.test(file) && !file.endsWith('.test.js') && !file.includes('/testing/'))
      .flatMap((file) => usedKeys(file).map((key) => ({ file, key })))
      .filter(({ key }) => !has(key));
    assert.deepEqual(missing, []);
  });

  it('knows which languages run from right to left', () => {
    assert.equal(direction('ar'), 'rtl');
    assert.equal(direction('he-IL'), 'rtl');
    assert.equal(direction('de'), 'ltr');
  });

  it('has Arabic for the frame of the page', () => {
    assert.ok(texts.ar['shell.menu']);
    for (const key of Object.keys(texts.ar)) assert.ok(key in texts.en, key);
  });
});

/** An English text may be its own key. @param {string} key */
function isPlainText(key) {
  return !/^[a-z]\w*(\.[\w-]+)+$/.test(key);
}

/** Keys written out in calls such as t('shell.menu'). @param {string} file */
function usedKeys(file) {
  const source = readFileSync(root + file, 'utf8');
  return [...source.matchAll(/\bt\(\s*'([a-z][\w]*(?:\.[\w-]+)+)'/g)].map((match) => match[1]);
}

/** @param {string} folder @returns {string[]} */
function filesOf(folder) {
  return readdirSync(root + folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length));
}
