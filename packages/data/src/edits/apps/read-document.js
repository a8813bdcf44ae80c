/** @import { AppDocument, Message, Registry, SettingsSchema } from '@plinth/plugin' */
import { AppError, asPhrase, checkSettings, fieldMessages, joinPhrases, phrase } from '@plinth/plugin';
import { checkConfigs } from './check-configs.js';
import {
  accessPart,
  appPart,
  fieldPart,
  functionPart,
  mailPart,
  menuPart,
  pagePart,
  piecePart,
  rolePart,
  packagePart,
  secretPart,
  tablePart,
  triggerPart,
  viewPart,
  workflowPart,
} from './document-parts.js';
import { isDeeper, readComments, readFiles, readRows, readUsers, recordOf } from './read-carried.js';
import { LIMITS } from '../../catalog/limits/limits.js';

const KEYS = [
  'plinth',
  'app',
  'roles',
  'tables',
  'views',
  'pages',
  'pieces',
  'triggers',
  'workflows',
  'functions',
  'packages',
  'secrets',
  'mails',
  'menu',
  'settings',
  'home',
  'users',
  'rows',
  'comments',
  'files',
];

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
  const document = /** @type {Record<string, any>} */ (input);
  if (document.plinth !== 1) throw invalid({ plinth: 'must be 1, the format version this Plinth reads' });
  /** @type {Record<string, Message>} */
  const errors = Object.create(null);
  for (const key of Object.keys(document))
    if (!KEYS.includes(key)) errors[key] = phrase`is unknown. Known: ${KEYS.join(', ')}`;

  const result = {
    plinth: 1,
    app: part(appPart, document.app, 'app', errors),
    roles: list(rolePart, document.roles, 'roles', errors),
    tables: list(tablePart, document.tables, 'tables', errors).map((table, i) => readTable(table, i, errors)),
    views: list(viewPart, document.views, 'views', errors),
    pages: list(pagePart, document.pages, 'pages', errors),
    ...(document.pieces !== undefined && { pieces: list(piecePart, document.pieces, 'pieces', errors) }),
    ...(document.triggers !== undefined && { triggers: list(triggerPart, document.triggers, 'triggers', errors) }),
    ...(document.workflows !== undefined && {
      workflows: list(workflowPart, document.workflows, 'workflows', errors),
    }),
    ...(document.functions !== undefined && {
      functions: list(functionPart, document.functions, 'functions', errors),
    }),
    ...(document.packages !== undefined && { packages: list(packagePart, document.packages, 'packages', errors) }),
    ...(document.secrets !== undefined && { secrets: list(secretPart, document.secrets, 'secrets', errors) }),
    ...(document.mails !== undefined && { mails: list(mailPart, document.mails, 'mails', errors) }),
    menu: readMenu(document.menu, 'menu', errors),
    settings: recordOf(document.settings, 'settings', errors),
    home: recordOf(document.home, 'home', errors),
    users: readUsers(document.users, errors),
    rows: readRows(document.rows, errors),
    comments: readComments(document.comments, errors),
    files: readFiles(document.files, errors),
  };
  findTwins(result, errors);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const inside = checkConfigs(/** @type {any} */ (result), registry);
  if (Object.keys(inside).length > 0) throw invalid(inside);
  return /** @type {any} */ (result);
}

/** @param {Record<string, any>} table @param {number} i @param {Record<string, Message>} errors */
function readTable(table, i, errors) {
  /** @type {Record<string, any>} */
  const access = {};
  for (const [role, levels] of Object.entries(table.access ?? {})) {
    const { rules, rest } = splitRules(levels);
    access[role] = { ...part(accessPart, rest, `tables.${i}.access.${role}`, errors), ...rules };
  }
  const fields = (table.fields ?? []).map((/** @type {any} */ field) => ({ ...defaults(fieldPart), ...field }));
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

/** @param {unknown} items @param {string} path @param {Record<string, Message>} errors @returns {any[]} */
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

/** @param {SettingsSchema} schema @param {unknown} value @param {string} path @param {Record<string, Message>} errors @returns {any} */
function part(schema, value, path, errors) {
  try {
    return { ...defaults(schema), ...checkSettings(schema, value, path) };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'SETTINGS_INVALID') throw error;
    Object.assign(errors, /** @type {any} */ (error.details).messages);
    return {};
  }
}

/** Defaults of null as well, which checkSettings leaves out. @param {SettingsSchema} schema */
function defaults(schema) {
  return Object.fromEntries(
    schema.filter((s) => s.default !== undefined).map((s) => [s.name, structuredClone(s.default)]),
  );
}

/** @param {any} document @param {Record<string, Message>} errors */
function findTwins(document, errors) {
  for (const key of [
    'tables',
    'views',
    'pages',
    'pieces',
    'triggers',
    'workflows',
    'functions',
    'packages',
    'mails',
    'secrets',
    'roles',
  ]) {
    const seen = new Set();
    for (const [i, { name }] of (document[key] ?? []).entries()) {
      if (name !== undefined && seen.has(name)) errors[`${key}.${i}.name`] = phrase`"${name}" occurs twice`;
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
