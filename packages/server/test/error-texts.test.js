import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { admin } from '@plinth/admin';
import { dataPlugin } from '@plinth/data';
import { readLocales } from '@plinth/plugin';
import { coreTexts } from '@plinth/views';
import { serverTexts } from '../src/texts.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** What only whoever starts the server or writes plugins sees: it stays English. */
const OPERATOR =
  /\/(cli|operations\/sites|config|cluster|embedded|migrations|testing|contract|test|assets|benchmarks)\/|listener\.js|registry\.js/;

const pluginTexts = readdirSync(`${root}plugins`)
  .map((name) => new URL(`../../../plugins/${name}/locales/`, import.meta.url))
  .flatMap((folder) => (existsSync(folder) ? [readLocales(folder)] : []));
const german = new Set(
  [coreTexts, /** @type {any} */ (dataPlugin).texts, serverTexts, admin.texts, ...pluginTexts].flatMap((texts) =>
    Object.keys(texts.de ?? {}),
  ),
);

it('has German for every message and hint of an error', () => {
  const missing = sources().flatMap((file) =>
    messagesOf(readFileSync(root + file, 'utf8'))
      .filter((text) => /[a-z]{2}/.test(text.replace(/\{\d\}/g, '')) && !german.has(text))
      .map((text) => `${file}: ${text}`),
  );
  assert.deepEqual(missing, []);
});

/** Messages, hints and phrases as keys. @param {string} source */
function messagesOf(source) {
  const code = source.replace(/^\s*(\/\/|\/?\*).*$/gm, '');
  const literals = [
    /new AppError\(\s*'[A-Z_]+',\s*(?:'((?:[^'\\]|\\.)+)'|"([^"]+)")/g,
    /\bhint:\s*(?:'((?:[^'\\]|\\.)+)'|"([^"]+)")/g,
    /\w*Invalid\(\s*(?:'((?:[^'\\]|\\.)+)'|"([^"]+)")/g,
    /inputInvalid\(\{ \w+: (?:'((?:[^'\\]|\\.)+)'|"([^"]+)")/g,
  ].flatMap((pattern) => [...code.matchAll(pattern)].map(([, single, double]) => single ?? double));
  const phrases = [...code.matchAll(/\bphrase`/g)].map(({ index }) => keyAt(code, index + 'phrase`'.length));
  return [...literals.map((text) => text.replace(/\\(.)/g, '$1')), ...phrases];
}

/** The key of the phrase whose text begins here. @param {string} code @param {number} start */
function keyAt(code, start) {
  let key = '';
  let values = 0;
  for (let i = start; code[i] !== '`'; i++) {
    if (!code.startsWith('${', i)) key += code[i];
    else {
      key += `{${values++}}`;
      let depth = 0;
      for (i += 1; ; i++) {
        if (code[i] === '{') depth++;
        if (code[i] === '}' && --depth === 0) break;
      }
    }
  }
  return key;
}

function sources() {
  return ['packages', 'plugins']
    .flatMap((folder) => readdirSync(root + folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name.endsWith('.js') && !entry.name.endsWith('.test.js'))
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length))
    .filter((file) => !file.includes('node_modules') && !OPERATOR.test(file));
}
