import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readLocales } from '../packages/plugin/src/texts/read-locales.js';

/*
 * Interface texts lie in locales/<language>/<area>.json of each package. Keys such as `shell.menu` have a text in every
 * language; what the code says in plain English (errors, labels of definitions) is its own key and needs the others only.
 */

const root = fileURLToPath(new URL('../', import.meta.url));
/** Languages that have only a part so far: what they lack falls back to English. */
const PARTIAL = new Set(['ar']);

const units = ['packages', 'plugins']
  .flatMap((top) => readdirSync(root + top).map((name) => `${top}/${name}`))
  .filter((unit) => existsSync(`${root}${unit}/locales`))
  .map((unit) => ({ unit, locales: readLocales(new URL(`../${unit}/locales/`, import.meta.url)) }));
const sources = ['packages', 'plugins'].flatMap(filesOf).map((file) => readFileSync(root + file, 'utf8'));

describe('interface texts', () => {
  for (const { unit, locales } of units) {
    const { en = {}, ...others } = locales;
    it(`of ${unit} are complete in every language`, () => {
      for (const [language, texts] of Object.entries(others)) {
        const keys = Object.keys(texts).filter(isKey);
        const unknown = keys.filter((key) => !(key in en) && !pluralOf(key, en));
        assert.deepEqual(unknown, [], `${language} has keys that English has not`);
        const missing = Object.keys(en).filter((key) => isKey(key) && !(key in texts));
        if (!PARTIAL.has(language)) assert.deepEqual(missing, [], `${language} lacks`);
      }
    });

    it(`of ${unit} have the same placeholders in each language`, () => {
      const holes = (/** @type {string} */ text) => (text.match(/\{[a-z\d]\w*\}/gi) ?? []).sort().join();
      for (const [language, texts] of Object.entries(others)) {
        for (const [key, text] of Object.entries(texts)) {
          assert.equal(holes(text), holes(en[key] ?? pluralOf(key, en) ?? key), `${key} (${language})`);
        }
      }
    });
  }

  it('exist for every key that code and templates ask for', () => {
    const known = new Set(units.flatMap(({ locales }) => Object.keys(locales.en ?? {})));
    const used = sources.flatMap((source) => [...source.matchAll(/\bt\(\s*'([a-z]\w*(?:\.[\w-]+)+)'/g)]);
    const missing = used.map(([, key]) => key).filter((key) => !known.has(key) && !known.has(`${key}.other`));
    assert.deepEqual(missing, []);
  });

  it('are used: no key is left behind when the code goes', () => {
    const said = new Set(sources.flatMap(literalsIn));
    const patterns = [...new Set(sources.flatMap(templatesIn))].map((pattern) => new RegExp(`^${pattern}$`));
    // Choices are named by what comes before their value: options('vt.frame', ['card', 'plain']).
    const isUsed = (/** @type {string} */ key) =>
      said.has(key) || said.has(key.replace(/\.[^.]+$/, '')) || patterns.some((pattern) => pattern.test(key));
    const unused = units.flatMap(({ unit, locales }) =>
      Object.keys(locales.en ?? {})
        .filter(isKey)
        .map((key) => key.replace(/\.(zero|one|two|few|many|other)$/, ''))
        .filter((key) => !isUsed(key) && !isUsed(`${key}.other`))
        .map((key) => `${unit}: ${key}`),
    );
    assert.deepEqual(unused, []);
  });
});

/** Whether it is a key and not an English text. @param {string} key */
function isKey(key) {
  return /^[a-z]\w*(\.[\w-]+)+$/.test(key);
}

/**
 * Languages have other plurals than English: the English text of the same sentence.
 *
 * @param {string} key
 * @param {Record<string, string>} en
 */
function pluralOf(key, en) {
  return en[key.replace(/\.(zero|one|two|few|many)$/, '.other')];
}

/** Words in quotation marks that may be keys. @param {string} source */
function literalsIn(source) {
  return [...source.matchAll(/['"`]([a-z]\w*(?:\.[\w-]+)+)['"`]/g)].map(([, text]) => text);
}

/** Template literals that may make keys, such as `admin.part.${name}`, as patterns. @param {string} source */
function templatesIn(source) {
  return [...source.matchAll(/`([a-z][\w.-]*(?:\$\{[^`}]*\}[\w.-]*)+)`/g)]
    .map(([, text]) => text)
    .filter((text) => text.includes('.') && !/^\$|^[^.]*\$/.test(text))
    .map((text) =>
      text
        .replace(/\$\{[^}]*\}/g, '\0')
        .replaceAll('.', '\\.')
        .replaceAll('\0', '[\\w.-]+'),
    );
}

/** @param {string} folder @returns {string[]} */
function filesOf(folder) {
  return readdirSync(root + folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && /\.(js|ejs)$/.test(entry.name) && !/node_modules|vendor/.test(entry.parentPath),
    )
    .filter((entry) => !/\.(long-)?test\.js$/.test(entry.name) && !/testing|\/test\//.test(entry.parentPath))
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length));
}
