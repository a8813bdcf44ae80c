/** @import { SettingsSchema, Values } from '@plinth/plugin' */

/**
 * Writes an object in its shortest form: keys in the schema's order, without values that equal the default. The same
 * object always gives the same bytes, so exporting, importing and exporting again changes nothing.
 *
 * @param {SettingsSchema} schema
 * @param {Values} value
 * @returns {Values}
 */
export function compact(schema, value) {
  /** @type {Record<string, unknown>} */
  const result = {};
  for (const setting of schema) {
    const entry = value[setting.name];
    if (entry === undefined || entry === null || entry === '' || same(entry, setting.default)) continue;
    const { items } = setting;
    result[setting.name] = items ? entry.map((/** @type {Values} */ item) => compact(items, item)) : sorted(entry);
  }
  return result;
}

/**
 * A deep copy with keys in alphabetical order, since jsonb does not keep the original order.
 *
 * @param {any} value @returns {Values}
 */
export function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .filter((key) => value[key] !== undefined)
      .map((key) => [key, sorted(value[key])]),
  );
}

/** @param {unknown} a @param {unknown} b */
function same(a, b) {
  return a === b || JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}
