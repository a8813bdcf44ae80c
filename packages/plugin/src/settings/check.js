/** @import { Message, Setting, SettingsSchema, Values } from '../index.d.ts' */
import { AppError, fieldMessages } from '../app-error.js';
import { atInput } from '../texts/about-input.js';
import { joinPhrases, phrase } from '../texts/phrase.js';
import { checkers } from './checkers.js';
import { at } from './key-path.js';

/**
 * Checks a configuration against its schema and fills in the defaults.
 *
 * @param {SettingsSchema} schema
 * @param {unknown} input
 * @param {string} [path] prefix of the key paths in messages
 * @returns {Values} a new object without empty optional settings
 * @throws {AppError} SETTINGS_INVALID with details.fields: a message by key path
 */
export function checkSettings(schema, input, path = '') {
  /** @type {Record<string, Message>} */
  // Without a prototype, so that a key named __proto__ is an ordinary entry.
  const errors = Object.create(null);
  const value = checkObject(schema, input ?? {}, path, errors);
  if (Object.keys(errors).length === 0) return value;
  const sentences = Object.entries(errors).map(([key, message]) => atInput(key, message));
  throw new AppError('SETTINGS_INVALID', joinPhrases(sentences, '; '), {
    status: 422,
    details: fieldMessages(errors),
  });
}

/**
 * @param {SettingsSchema} schema @param {unknown} input @param {string} path
 * @param {Record<string, Message>} errors
 * @returns {Values}
 */
function checkObject(schema, input, path, errors) {
  /** @type {Record<string, unknown>} */
  const result = {};
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    errors[path || 'settings'] = 'must be an object';
    return result;
  }
  const given = /** @type {Record<string, unknown>} */ (input);
  const names = schema.map((setting) => setting.name);
  for (const key of Object.keys(given)) {
    if (!names.includes(key)) errors[at(path, key)] = phrase`is unknown here. Known: ${names.join(', ') || 'none'}`;
  }
  for (const setting of schema) {
    const value = checkOne(
      setting,
      Object.hasOwn(given, setting.name) ? given[setting.name] : undefined,
      path,
      errors,
      given,
    );
    if (value !== undefined) result[setting.name] = value;
  }
  return result;
}

/**
 * @param {Setting} setting @param {unknown} value @param {string} path
 * @param {Record<string, Message>} errors @param {Record<string, unknown>} siblings
 */
function checkOne(setting, value, path, errors, siblings) {
  const key = at(path, setting.name);
  if (isEmpty(value)) {
    if (setting.default !== undefined) return structuredClone(setting.default);
    if (setting.required && isShown(setting, siblings)) errors[key] = 'is required';
    return undefined;
  }
  const check = checkers[setting.type];
  if (!check) throw new TypeError(`Setting "${setting.name}" has the unknown type "${setting.type}"`);
  return check(value, setting, key, errors, checkObject);
}

/** @param {Setting} setting @param {Record<string, unknown>} siblings */
function isShown(setting, siblings) {
  return !setting.showIf || setting.showIf.in.includes(siblings[setting.showIf.name]);
}

/** @param {unknown} value */
function isEmpty(value) {
  return value === undefined || value === null || value === '';
}
