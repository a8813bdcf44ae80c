/** @import { Message, Setting, SettingsSchema, SettingType } from '../index.d.ts' */
import { phrase } from '../texts/phrase.js';
import { isTimeZone } from '../time/zone.js';
import { checkFilter } from './filter.js';
import { checkLayout } from './layout.js';
import { at } from './key-path.js';
import { APP_LIMITS } from '../limits.js';

/**
 * Each takes a non-empty value and returns it in stored form, or reports an error under its key path.
 *
 * @typedef {(value: any, setting: Setting, key: string, errors: Record<string, Message>, nested: Nested) => unknown}
 *   Checker
 * @typedef {(schema: SettingsSchema, input: unknown, path: string, errors: Record<string, Message>) => Record<string,
 *   any>} Nested
 */

/** Names of time zones are shorter. */
const MAX_ZONE = 60;
const CLOCK = /^([01]?[0-9]|2[0-3]):([0-5][0-9])(?::00)?$/;
const NAME = /^[a-z][a-z0-9_]{0,62}$/;

/** @type {Record<SettingType, Checker>} */
export const checkers = {
  text: limitedText,
  longtext: text,
  markdown: text,
  html: text,
  expression: text,
  icon: matching(/^[a-z0-9-]{1,60}$/, 'must be the name of an icon'),
  colour: matching(/^(#[0-9a-f]{6}|[a-z]{3,12})$/i, 'must be a colour such as #1a73e8, or one from the palette'),
  length: matching(/^\d{1,4}(\.\d{1,3})?(px|rem|em|%|vh|vw)$/, 'must be a length such as 20px, 1.5rem or 50%'),
  url: url,
  file: matching(/^[0-9a-f]{8}-[0-9a-f-]{27}$/i, 'must be an uploaded file'),
  table: matching(NAME, 'must be the name of a table'),
  view: matching(NAME, 'must be the name of a view'),
  page: matching(NAME, 'must be the name of a page'),
  function: matching(NAME, 'must be the name of a function'),
  secret: matching(NAME, 'must be the name of a secret'),
  workflow: matching(NAME, 'must be the name of a workflow'),
  variable: matching(NAME, 'must be the name of a variable'),
  user: matching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'must be a person'),
  mail: matching(NAME, 'must be the name of a mail template'),
  role: matching(NAME, 'must be the name of a role'),
  field: matching(NAME, 'must be the name of a field'),
  fieldPath: matching(/^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*){0,5}$/, 'must be a field or a path such as author.name'),
  childRelation: matching(/^[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*$/, 'must be table.field, such as replies.thread'),
  integer: number(true),
  minutes: number(true),
  time,
  timeZone,
  number: number(false),
  boolean: (value, setting, key, errors) => {
    if (value === true || value === 'true' || value === 'on') return true;
    if (value === false || value === 'false' || value === 'off') return false;
    return refuse(errors, key, 'must be yes or no');
  },
  select: (value, setting, key, errors) => {
    const known = (setting.options ?? []).map((option) => option.value);
    return known.includes(value) ? value : refuse(errors, key, phrase`must be one of ${known.join(', ')}`);
  },
  multiselect: names((value, setting) => (setting.options ?? []).some((option) => option.value === value)),
  roles: names((value) => NAME.test(value)),
  fields: names((value) => NAME.test(value)),
  json: (value, setting, key, errors) => (jsonSafe(value) ? value : refuse(errors, key, 'must be JSON')),
  filter: checkFilter,
  sort: (value, setting, key, errors, nested) => {
    if (!Array.isArray(value)) return refuse(errors, key, 'must be a list of { field, descending }');
    return value.map((entry, i) =>
      nested(
        [
          { name: 'field', type: 'fieldPath', required: true },
          { name: 'descending', type: 'boolean' },
        ],
        entry,
        `${key}.${i}`,
        errors,
      ),
    );
  },
  list: (value, setting, key, errors, nested) => {
    if (!Array.isArray(value)) return refuse(errors, key, 'must be a list');
    if (setting.max !== undefined && value.length > setting.max)
      refuse(errors, key, phrase`must have at most ${setting.max} entries`);
    if (setting.min !== undefined && value.length < setting.min)
      refuse(
        errors,
        key,
        setting.min === 1 ? 'needs at least one entry' : phrase`must have at least ${setting.min} entries`,
      );
    return value.map((entry, i) => nested(setting.items ?? [], entry, `${key}.${i}`, errors));
  },
  fieldView: (value, setting, key, errors, nested) =>
    nested(
      [
        { name: 'view', type: 'text' },
        { name: 'options', type: 'json' },
      ],
      value,
      key,
      errors,
    ),
  piece: (value, setting, key, errors, nested) =>
    nested(
      [
        { name: 'piece', type: 'text', required: true, pattern: '[a-z][a-z0-9_]{0,62}' },
        { name: 'values', type: 'json', default: {} },
      ],
      value,
      key,
      errors,
    ),
  action: (value, setting, key, errors, nested) =>
    nested(
      [
        { name: 'action', type: 'text', required: true },
        { name: 'config', type: 'json', default: {} },
      ],
      value,
      key,
      errors,
    ),
  steps: (value, setting, key, errors) =>
    Array.isArray(value) ? value : refuse(errors, key, 'must be a list of steps'),
  layout: checkLayout,
};

/** @type {Checker} */
function text(value, setting, key, errors) {
  if (typeof value !== 'string') return refuse(errors, key, 'must be text');
  if (value.length > APP_LIMITS.settingCharacters)
    return refuse(errors, key, phrase`must have at most ${APP_LIMITS.settingCharacters} characters`);
  return value;
}

/** @type {Checker} */
function limitedText(value, setting, key, errors, nested) {
  const checked = text(value, setting, key, errors, nested);
  if (typeof checked !== 'string') return undefined;
  if (setting.max !== undefined && checked.length > setting.max) {
    return refuse(errors, key, phrase`must have at most ${setting.max} characters`);
  }
  if (setting.pattern && !new RegExp(`^(?:${setting.pattern})$`, 'u').test(checked))
    return refuse(errors, key, setting.patternMessage ?? 'has an invalid format');
  return checked;
}

/** @type {Checker} */
function url(value, setting, key, errors) {
  const allowed = /^(https?:\/\/|mailto:|tel:|\/(?![/\\])|#|\?)/i;
  if (typeof value === 'string' && value.length <= 2000 && allowed.test(value)) return value;
  return refuse(errors, key, 'must be an address that starts with https://, http://, mailto:, tel:, / or #');
}

/** @type {Checker} */
function time(value, setting, key, errors) {
  const [, hour, minute] = (typeof value === 'string' && CLOCK.exec(value)) || [];
  if (hour === undefined) return refuse(errors, key, 'must be a time such as 8:00 or 17:30');
  return `${hour.padStart(2, '0')}:${minute}`;
}

/** @type {Checker} */
function timeZone(value, setting, key, errors) {
  if (typeof value !== 'string') return refuse(errors, key, 'must be text');
  if (value.length <= MAX_ZONE && isTimeZone(value)) return value;
  return refuse(errors, key, phrase`"${value.slice(0, MAX_ZONE)}" is not a time zone. Use one such as Europe/Berlin`);
}

/** @param {RegExp} pattern @param {string} message @returns {Checker} */
function matching(pattern, message) {
  return (value, setting, key, errors) =>
    typeof value === 'string' && pattern.test(value) ? value : refuse(errors, key, message);
}

/** @param {boolean} whole @returns {Checker} */
function number(whole) {
  return (value, setting, key, errors) => {
    const parsed = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (typeof parsed !== 'number' || !Number.isFinite(parsed)) return refuse(errors, key, 'must be a number');
    if (whole && !Number.isSafeInteger(parsed)) return refuse(errors, key, 'must be a whole number');
    if (setting.min !== undefined && parsed < setting.min)
      return refuse(errors, key, phrase`must be at least ${setting.min}`);
    if (setting.max !== undefined && parsed > setting.max)
      return refuse(errors, key, phrase`must be at most ${setting.max}`);
    return parsed;
  };
}

/** @param {(value: string, setting: Setting) => boolean} isKnown @returns {Checker} */
function names(isKnown) {
  return (value, setting, key, errors) => {
    const list = Array.isArray(value) ? value : [value];
    for (const [i, entry] of list.entries()) {
      if (typeof entry !== 'string' || !isKnown(entry, setting))
        refuse(errors, at(key, String(i)), phrase`"${typeof entry === 'string' ? entry : '…'}" is not possible here`);
    }
    return [...new Set(list)];
  };
}

/** @param {unknown} value @returns {boolean} */
function jsonSafe(value) {
  if (value === null || ['string', 'boolean'].includes(typeof value)) return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(jsonSafe);
  return typeof value === 'object' && Object.values(/** @type {object} */ (value)).every(jsonSafe);
}

/** @param {Record<string, Message>} errors @param {string} key @param {Message} message @returns {undefined} */
export function refuse(errors, key, message) {
  errors[key] = message;
  return undefined;
}
