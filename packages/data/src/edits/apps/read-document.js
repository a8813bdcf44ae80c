/** @import { AppDocument, Message, Registry, SettingsSchema, Values, Field } from '@plinth/plugin' */
import { AppError, asPhrase, checkSettings, fieldMessages, joinPhrases, phrase } from '@plinth/plugin';
import { checkConfigs } from './check-configs.js';
import { accessPart, fieldPart, listsOf, menuPart, partOf } from './document-parts.js';
import { isDeeper, readComments, readFiles, readRows, readUsers, recordOf } from './read-carried.js';
import { LIMITS } from '../../catalog/limits/limits.js';
import { unstorableIn } from '../../catalog/schema/unstorable.js';

const REST = ['menu', 'settings', 'home', 'users', 'rows', 'comments', 'files'];

/** That are told, and those of them in the message itself. */
const MOST_PROBLEMS = 100;
const SHOWN = 5;

/**
 * Reads an app document: checks its shape and fills in what the short form leaves out.
 *
 * @param {unknown} input parsed JSON @param {Registry} registry
 * @returns {AppDocument} in full form
 * @throws {AppError} APP_DOCUMENT_INVALID; details.fields has a message by key path
 */
export function readDocument(input, registry) {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw invalid({ document: 'must be an object' });
  if (isDeeper(input, LIMITS.documentLevels))
    throw invalid({ document: phrase`must be nested at most ${LIMITS.documentLevels} levels deep` });
  const unstorable = unstorableIn(input);
  if (unstorable !== null) throw invalid({ [unstorable]: 'contains characters that are not text' });
  const document = /** @type {Values} */ (input);
  if (document.plinth !== 1) throw invalid({ plinth: 'must be 1, the format version this Plinth reads' });
  /** @type {Record<string, Message>} */
  const errors = Object.create(null);
  const lists = listsOf(registry);
  const keys = ['plinth', 'app', ...lists.map(({ key }) => key), ...REST];
  for (const key of Object.keys(document))
    if (!keys.includes(key)) errors[key] = phrase`is unknown. Known: ${keys.join(', ')}`;
  const given = lists.filter(({ key, isAlwaysListed }) => isAlwaysListed || document[key] !== undefined);
  const read = (/** @type {typeof lists[number]} */ { key, part: schema }) => list(schema, document[key], key, errors);

  const result = {
    plinth: 1,
    app: part(partOf(registry.kind('app')), document.app, 'app', errors),
    ...Object.fromEntries(
      given.map((one) => [one.key, one.key === 'tables' ? readTables(read(one), errors) : read(one)]),
    ),
    menu: readMenu(document.menu, 'menu', errors),
    settings: recordOf(document.settings, 'settings', errors),
    home: recordOf(document.home, 'home', errors),
    users: readUsers(document.users, errors),
    rows: readRows(document.rows, errors),
    comments: readComments(document.comments, errors),
    files: readFiles(document.files, errors),
  };
  checkNames(result, lists, errors);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const inside = checkConfigs(/** @type {any} */ (result), registry);
  if (Object.keys(inside).length > 0) throw invalid(inside);
  return /** @type {any} */ (result);
}

/** @param {readonly Values[]} tables @param {Record<string, Message>} errors */
const readTables = (tables, errors) => tables.map((table, i) => readTable(table, i, errors));

/** @param {Values} table @param {number} i @param {Record<string, Message>} errors */
function readTable(table, i, errors) {
  /** @type {Values} */
  const access = {};
  for (const [role, levels] of Object.entries(table.access ?? {})) {
    const { rules, rest } = splitRules(levels);
    access[role] = { ...part(accessPart, rest, `tables.${i}.access.${role}`, errors), ...rules };
  }
  const fields = (table.fields ?? []).map((/** @type {Field} */ field) => ({ ...defaults(fieldPart), ...field }));
  return { ...table, access, fields };
}

/**
 * Rights given by a rule, and those given by a word. Rules are checked at installation, as in any other edit.
 *
 * @param {unknown} levels
 */
function splitRules(levels) {
  if (typeof levels !== 'object' || levels === null || Array.isArray(levels)) return { rules: {}, rest: levels };
  const isRule = (/** @type {string} */ right, /** @type {any} */ level) =>
    accessPart.some(({ name }) => name === right) &&
    Object.keys(level ?? {}).join() === 'rule' &&
    typeof level.rule === 'string';
  const all = Object.entries(levels);
  return {
    rules: Object.fromEntries(all.filter(([right, level]) => isRule(right, level))),
    rest: Object.fromEntries(all.filter(([right, level]) => !isRule(right, level))),
  };
}

/** @param {unknown} items @param {string} path @param {Record<string, Message>} errors @returns {unknown[]} */
function readMenu(items, path, errors) {
  return list(menuPart, items, path, errors).map((item, i) => ({
    ...item,
    items: readMenu(item.items, `${path}.${i}.items`, errors),
  }));
}

/** @param {SettingsSchema} schema @param {unknown} value @param {string} path @param {Record<string, Message>} errors @returns {any[]} */
function list(schema, value, path, errors) {
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    errors[path] = 'must be a list';
    return [];
  }
  /** @type {any[]} */
  const parts = [];
  // A check of each costs far more than its bytes, and no more problems are told.
  for (const [i, entry] of value.entries()) {
    if (Object.keys(errors).length >= MOST_PROBLEMS) break;
    parts.push(part(schema, entry, `${path}.${i}`, errors));
  }
  return parts;
}

/** @param {SettingsSchema} schema @param {unknown} value @param {string} path @param {Record<string, Message>} errors @returns {Values} */
function part(schema, value, path, errors) {
  try {
    return { ...defaults(schema), ...checkSettings(schema, value, path) };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'SETTINGS_INVALID') throw error;
    Object.assign(errors, /** @type {Values} */ (error.details).messages);
    return {};
  }
}

/** Defaults of null as well, which checkSettings leaves out. @param {SettingsSchema} schema */
function defaults(schema) {
  return Object.fromEntries(
    schema.filter((s) => s.default !== undefined).map((s) => [s.name, structuredClone(s.default)]),
  );
}

/** @param {Values} document @param {ReturnType<typeof listsOf>} lists @param {Record<string, Message>} errors */
function checkNames(document, lists, errors) {
  for (const { key, kind } of lists) {
    const seen = new Set();
    for (const [i, { name }] of (document[key] ?? []).entries()) {
      if (name !== undefined && seen.has(name)) errors[`${key}.${i}.name`] = phrase`"${name}" occurs twice`;
      if (kind?.reserved && name?.startsWith(kind.reserved.start)) errors[`${key}.${i}.name`] = kind.reserved.message;
      seen.add(name);
    }
  }
}

/** Nobody reads more than the first. @param {Record<string, Message>} fields */
function invalid(fields) {
  const entries = Object.entries(fields);
  const first = Object.fromEntries(entries.slice(0, MOST_PROBLEMS));
  const all = entries.slice(0, SHOWN).map(([key, message]) => phrase`${key} ${asPhrase(message)}`);
  const few = joinPhrases(all, '; ');
  const shown = entries.length > SHOWN ? phrase`${few}; and ${entries.length - SHOWN} more` : few;
  return new AppError('APP_DOCUMENT_INVALID', phrase`The app document can't be read: ${shown}`, {
    status: 422,
    hint: 'The format is described in docs/reference/app-document.schema.json; nothing was installed',
    details: fieldMessages(first),
  });
}
