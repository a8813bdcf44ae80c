/** @import { Catalog, Registry, Setting, SettingsSchema, Table } from '@plinth/plugin' */
import { pieceSchema } from '@plinth/plugin';
import { isShown, tableOf } from './context.js';
import { DURATION_UNITS } from './controls.js';
import { unflatten } from './flat-filter.js';
import { jsonPlace } from './json-place.js';
import { readOption } from './option-entries.js';
import { valueReader } from './read-value.js';

/**
 * FormData, URLSearchParams or alike.
 *
 * @typedef {{ get(name: string): unknown, getAll(name: string): unknown[], keys(): Iterable<string> }} FormLike
 */

/** How many entries one list of a form may have. */
const MAX_ENTRIES = 500;

/**
 * Reads a submitted settings form into values for checkSettings. Empty controls are left out, and so are entries that
 * nobody filled in or that were marked for removal.
 *
 * @param {SettingsSchema} schema @param {FormLike} form
 * @param {{ registry: Registry, prefix?: string, catalog?: Catalog | null, table?: Table | null }} context
 * @returns {Record<string, unknown>}
 */
export function readSettings(schema, form, context) {
  return readObject(schema, context.prefix ?? '', { ...context, form, keys: [...form.keys()] });
}

/**
 * @typedef {{ registry: Registry, catalog?: Catalog | null, table?: Table | null, form: FormLike, keys: string[] }}
 *   Reading
 */

/** @param {SettingsSchema} schema @param {string} prefix @param {Reading} reading */
function readObject(schema, prefix, reading) {
  /** @type {Record<string, unknown>} */
  const values = {};
  for (const setting of schema) {
    const value = readSetting(setting, schema, values, prefix + setting.name, reading);
    if (value !== undefined) values[setting.name] = value;
  }
  // A control that did not apply when the form was sent is ignored.
  for (const setting of schema) if (!isShown(setting, schema, values)) delete values[setting.name];
  return values;
}

/**
 * @param {Setting} setting @param {SettingsSchema} schema @param {Record<string, unknown>} values already read
 * @param {string} name @param {Reading} reading
 * @returns {unknown}
 */
function readSetting(setting, schema, values, name, reading) {
  const { form } = reading;
  switch (setting.type) {
    case 'layout':
      return undefined;
    case 'boolean':
      return form.getAll(name).length === 0 ? undefined : form.getAll(name).includes('true');
    case 'multiselect':
    case 'roles':
    case 'fields': {
      const all = form.getAll(name).map(String);
      return all.length === 0 ? undefined : all.filter((entry) => entry !== '');
    }
    case 'filter':
      return readFilter(name, tableOf(setting, schema, values, reading), reading);
    case 'sort':
      return readSort(name, reading);
    case 'list':
      return readList(setting, name, reading);
    case 'fieldView':
      return readNested(name, 'view', 'options', 'fieldView', reading);
    case 'piece':
      return readPiece(name, reading);
    case 'action':
      return readNested(name, 'action', 'config', 'action', reading);
    case 'json':
      return readJson(text(form, name));
    case 'longtext':
    case 'markdown':
    case 'html':
      // Browsers send line breaks as CR LF.
      return text(form, name)?.replaceAll('\r\n', '\n');
    case 'integer':
    case 'number':
      return readNumber(text(form, name));
    case 'minutes':
      return readDuration(readNumber(text(form, name)), text(form, `${name}.unit`));
    default:
      return text(form, name);
  }
}

/** @param {string | number | undefined} written @param {string} [unit] */
function readDuration(written, unit = '') {
  const size = Object.hasOwn(DURATION_UNITS, unit) ? DURATION_UNITS[/** @type {'days'} */ (unit)] : 1;
  return typeof written === 'number' ? written * size : written;
}

/** @param {FormLike} form @param {string} name */
function text(form, name) {
  const value = form.get(name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** What is not a number stays text, and the check names the setting. @param {string | undefined} written */
function readNumber(written) {
  if (written === undefined) return undefined;
  return written.trim() !== '' && Number.isFinite(Number(written)) ? Number(written) : written;
}

/** @param {string | undefined} written */
function readJson(written) {
  if (written === undefined) return undefined;
  try {
    return JSON.parse(written);
  } catch {
    return written;
  }
}

/** Numbers of the entries under a name, without removed ones. @param {string} name @param {Reading} reading */
function indexes(name, { keys, form }) {
  /** @type {Set<number>} */
  const found = new Set();
  for (const key of keys) {
    if (!key.startsWith(`${name}.`)) continue;
    const n = key.slice(name.length + 1).split('.')[0];
    if (/^\d{1,4}$/.test(n) && found.size < MAX_ENTRIES) found.add(Number(n));
  }
  return [...found].sort((a, b) => a - b).filter((n) => !text(form, `${name}.${n}._remove`));
}

/** @param {Setting} setting @param {string} name @param {Reading} reading */
function readList({ items = [], entries }, name, reading) {
  return indexes(name, reading).flatMap((n) => {
    const entry = readObject(items, `${name}.${n}.`, reading);
    if (!text(reading.form, `${name}.${n}._known`) && !isFilled(items, entry)) return [];
    return [entries === 'options' ? readOption(entry) : entry];
  });
}

/**
 * Whether anything differs from an untouched entry.
 *
 * @param {SettingsSchema} items
 * @param {Record<string, unknown>} entry
 */
function isFilled(items, entry) {
  return items.some((setting) => {
    const value = entry[setting.name];
    if (value === undefined || value === setting.default) return false;
    return !(value === false || (Array.isArray(value) && value.length === 0));
  });
}

/** @param {string} name @param {Table | null} table @param {Reading} reading */
function readFilter(name, table, reading) {
  const { form } = reading;
  const json = text(form, `${name}.json`);
  if (json !== undefined) return readJson(json);
  const rows = indexes(name, reading).flatMap((n) => {
    const chosen = text(form, `${name}.${n}.field`);
    if (chosen === undefined) return [];
    const inside = text(form, `${name}.${n}.inside`)?.trim();
    const isJson = jsonPlace(chosen, table, reading)?.field === chosen;
    const field = inside && isJson ? `${chosen}.${inside}` : chosen;
    const op = /** @type {any} */ (text(form, `${name}.${n}.op`) ?? 'eq');
    const kind = text(form, `${name}.${n}.kind`) ?? 'value';
    return [{ field, op, kind, text: String(form.get(`${name}.${n}.value`) ?? '') }];
  });
  return unflatten(text(form, `${name}.match`) ?? 'all', rows, valueReader(reading, table));
}

/** @param {string} name @param {Reading} reading */
function readSort(name, reading) {
  const { form, keys } = reading;
  if (!keys.some((key) => key.startsWith(`${name}.`))) return undefined;
  return indexes(name, reading).flatMap((n) => {
    const field = text(form, `${name}.${n}.field`);
    if (field === undefined) return [];
    return [{ field, ...(form.get(`${name}.${n}.order`) === 'down' && { descending: true }) }];
  });
}

/** @param {string} name @param {Reading} reading */
function readPiece(name, reading) {
  const piece = text(reading.form, `${name}.piece`);
  if (piece === undefined) return undefined;
  const known = reading.catalog?.hasPiece?.(piece) ? reading.catalog.piece(piece) : null;
  const schema = known ? pieceSchema(known, reading.registry) : [];
  return { piece, values: readObject(schema, `${name}.values.`, reading) };
}

/**
 * @param {string} name @param {string} choice @param {string} inner @param {'fieldView' | 'action'} kind
 * @param {Reading} reading
 */
function readNested(name, choice, inner, kind, reading) {
  const chosen = text(reading.form, `${name}.${choice}`);
  if (chosen === undefined) return undefined;
  const schema = reading.registry.has(kind, chosen) ? reading.registry[kind](chosen).settings : [];
  return { [choice]: chosen, [inner]: readObject(schema, `${name}.${inner}.`, reading) };
}
