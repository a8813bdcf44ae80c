import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { admin } from '@plinth/admin';
import { dataPlugin } from '@plinth/data';
import { createRegistry, readLocales, stepSettings } from '@plinth/plugin';
import { coreTexts, viewsPlugin } from '@plinth/views';
import { serverTexts } from '../src/texts.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** What only whoever starts the server or writes plugins sees: it stays English. */
const OPERATOR =
  /\/(cli|operations\/sites|config|cluster|embedded|migrations|testing|contract|test|assets|benchmarks)\/|listener\.js|registry\.js/;

const folders = readdirSync(`${root}plugins`).map((name) => new URL(`../../../plugins/${name}/`, import.meta.url));
const pluginTexts = folders
  .map((folder) => new URL('locales/', folder))
  .flatMap((folder) => (existsSync(folder) ? [readLocales(folder)] : []));
const catalogues = [coreTexts, /** @type {any} */ (dataPlugin).texts, serverTexts, admin.texts, ...pluginTexts];
const [english, german] = ['en', 'de'].map(
  (name) => new Set(catalogues.flatMap((texts) => Object.keys(texts[name] ?? {}))),
);

/** Definitions whose labels are keys, and the members of each that hold settings. */
const KEYED = /** @type {const} */ ([
  'fieldType',
  'fieldView',
  'element',
  'viewTemplate',
  'pageTemplate',
  'theme',
  'action',
  'workflowStep',
  'triggerSource',
]);

it('has a key with English and German for every label of a definition', async () => {
  const own = await Promise.all(folders.map(async (folder) => (await import(`${folder}src/index.js`)).plugin));
  const registry = createRegistry([dataPlugin, viewsPlugin, ...own]);
  const wrong = KEYED.flatMap((kind) =>
    registry.all(kind).flatMap((/** @type {any} */ one) =>
      [...labelsOf(one), ...[one.attributes, one.event, one.settings].flatMap(settingLabels)]
        .concat(kind === 'workflowStep' ? settingLabels(stepSettings(one)) : [])
        .filter((label) => /[a-z]{2}/.test(label) && !(english.has(label) && german.has(label)))
        .map((label) => `${kind} ${one.name}: ${label}`),
    ),
  );
  assert.deepEqual(wrong, []);
});

/** @param {any} thing @returns {string[]} */
const labelsOf = ({ label, title, help, description, none }) =>
  [label, title, help, description, none].filter((text) => typeof text === 'string');

/** @param {readonly any[] | undefined} schema @returns {string[]} */
const settingLabels = (schema) =>
  (schema ?? []).flatMap((setting) => [
    ...labelsOf(setting),
    ...(setting.options ?? []).flatMap((/** @type {any} */ one) => [
      ...labelsOf(one),
      ...(one.group ? [one.group] : []),
    ]),
    ...settingLabels(setting.items),
  ]);

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
