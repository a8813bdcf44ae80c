import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readLocales } from '../packages/plugin/src/texts/read-locales.js';
import { isEndUserKey, keysFor } from '../packages/views/src/texts/end-user.js';

/*
 * Interface texts lie in locales/<language>.json of each package. Keys such as `shell.menu` have a text in every
 * language; what the code says in plain English (errors) is its own key and needs the others only.
 */

const root = fileURLToPath(new URL('../', import.meta.url));
/** Languages for everything; the others are for users of finished apps, and the admin falls back to English. */
const WHOLE = new Set(['en', 'de']);
/** Plinth's own errors and labels that a user of a finished app can meet, as the code says them. */
const errors = /** @type {string[]} */ (
  JSON.parse(readFileSync(new URL('./end-user-errors.json', import.meta.url), 'utf8'))
);

const units = ['packages', 'plugins']
  .flatMap((top) => readdirSync(root + top).map((name) => `${top}/${name}`))
  .filter((unit) => existsSync(`${root}${unit}/locales`))
  .map((unit) => ({ unit, locales: readLocales(new URL(`../${unit}/locales/`, import.meta.url)) }));
const apps = new Set(
  readdirSync(`${root}plugins/starter-apps/apps`).map((file) => `starter-apps.${file.replace(/\.json$/, '')}`),
);
const sources = ['packages', 'plugins'].flatMap(filesOf).map((file) => readFileSync(root + file, 'utf8'));

describe('interface texts', () => {
  for (const { unit, locales } of units) {
    const { en = {}, ...others } = locales;
    it(`of ${unit} are complete in every language`, () => {
      for (const [language, texts] of Object.entries(others)) {
        const keys = Object.keys(texts).filter(isKey);
        const unknown = keys.filter((key) => !(key in en) && !pluralOf(key, en));
        assert.deepEqual(unknown, [], `${language} has keys that English has not`);
        const wanted = Object.entries(en).filter(([key]) => isKey(key) && (WHOLE.has(language) || isEndUserKey(key)));
        const missing = keysFor(language, Object.fromEntries(wanted)).filter((key) => !(key in texts));
        assert.deepEqual(missing, [], `${language} lacks`);
      }
    });

    it(`of ${unit} have no key in one language for end users that another lacks`, () => {
      const languages = Object.keys(others).filter((language) => !WHOLE.has(language));
      const single = (/** @type {string} */ key) => key.replace(/\.(zero|one|two|few|many)$/, '.other');
      const keysOf = (/** @type {string} */ language) => [...new Set(Object.keys(others[language]).map(single))].sort();
      for (const language of languages) {
        assert.deepEqual(keysOf(language), keysOf(languages[0]), `${language} and ${languages[0]}`);
        const unknown = Object.keys(others[language]).filter((key) => !isKey(key) && !(key in others.de));
        assert.deepEqual(unknown, [], `${language} has sentences that German has not`);
      }
    });

    it(`of ${unit} have the same placeholders in each language`, () => {
      const holes = (/** @type {string} */ text) => (text.match(/\{[a-z\d]\w*\}/gi) ?? []).sort().join();
      for (const [language, texts] of Object.entries(others)) {
        for (const [key, text] of Object.entries(texts)) {
          const model = en[key] ?? pluralOf(key, en) ?? key;
          // One and two are often words of their own: Arabic writes no number there.
          const isCounted = text.includes('{count}') || !/\.(zero|one|two)$/.test(key);
          assert.equal(holes(text), holes(isCounted ? model : model.replace('{count}', '')), `${key} (${language})`);
        }
      }
    });
  }

  it('translate the errors that users of finished apps meet into every language', () => {
    const languages = new Set(units.flatMap(({ locales }) => Object.keys(locales)));
    assert.ok(languages.size >= 7, [...languages].join());
    for (const language of [...languages].filter((name) => name !== 'en')) {
      const known = new Set(units.flatMap(({ locales }) => Object.keys(locales[language] ?? {})));
      const missing = errors.filter((text) => !known.has(text));
      assert.deepEqual(missing, [], `${language} lacks`);
    }
  });

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
    // What an app is called before it is installed follows from its name.
    const isApp = (/** @type {string} */ key) => apps.has(key.replace(/\.description$/, ''));
    const isUsed = (/** @type {string} */ key) =>
      isApp(key) ||
      said.has(key) ||
      said.has(key.replace(/\.[^.]+$/, '')) ||
      patterns.some((pattern) => pattern.test(key));
    const unused = units.flatMap(({ unit, locales }) =>
      Object.keys(locales.en ?? {})
        .filter(isKey)
        .map((key) => key.replace(/\.(zero|one|two|few|many|other)$/, ''))
        .filter((key) => !isUsed(key) && !isUsed(`${key}.other`))
        .map((key) => `${unit}: ${key}`),
    );
    assert.deepEqual(unused, []);
  });

  it('translate no sentence that the code does not say any more', () => {
    const whole = sources.join('\n');
    const code = withHoles(whole);
    const quoted = (/** @type {string} */ text) => [`'`, '"', '`'].flatMap((mark) => text.split(mark));
    const literals = new Set([
      ...quoted(code),
      ...quoted(whole).map((text) => (text.length < 2 * SHORT ? withHoles(text) : text)),
    ]);
    const isSaid = (/** @type {string} */ text) => literals.has(text) || (text.length > SHORT && code.includes(text));
    const unused = units.flatMap(({ unit, locales }) =>
      Object.keys(locales.de ?? {})
        .filter((text) => !isKey(text) && !COMPOSED.has(text))
        // The name of a field comes before what is wrong with its value.
        .filter((text) => !isSaid(withHoles(text.replace(/^\{label\} /, ''))))
        .map((text) => `${unit}: ${text}`),
    );
    assert.deepEqual(unused, []);
  });
});

/** Anything as short stands by chance in code or comments, so it must be a literal of its own. */
const SHORT = 30;

/** What the code puts together, or what is in the database or in an app. */
const COMPOSED = new Set([
  'Administrator',
  'Public',
  'The password must have at least 8 characters',
  'The password must have at most 1024 bytes',
  '{0} minutes',
  'Staff',
]);

/** With every value as {}, and without the marks of string literals. @param {string} text */
const withHoles = (text) =>
  text
    .replace(/\\(['"`])/g, '$1')
    .replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}|\{\w+\}/g, '{}')
    .replace(/'\s*\+\s*'/g, '');

/** Whether it is a key and not an English text. @param {string} key */
function isKey(key) {
  return /^[a-z][\w-]*(\.[\w-]+)+$/.test(key);
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
  return [...source.matchAll(/['"`]([a-z][\w-]*(?:\.[\w-]+)+)['"`]/g)].map(([, text]) => text);
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
