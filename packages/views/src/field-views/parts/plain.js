/** @import { RenderEnv } from '@plinth/plugin' */

/**
 * Any value as text for people, where no view of its own type is asked for.
 *
 * @param {unknown} value @param {RenderEnv} env @returns {string}
 */
export function plainText(value, env) {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return env.t(value ? 'value.yes' : 'value.no');
  if (Array.isArray(value)) return value.map((entry) => plainText(entry, env)).join(', ');
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value);
}

/** @param {unknown} value */
export const isEmpty = (value) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && !value.length);

/** A value as the text that it is, or as JSON: never fails, whatever is in a row. @param {unknown} value */
export function asText(value) {
  if (value === null || value === undefined) return '';
  return (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed();
}

/** The value when it is a number or text of one, else null. @param {unknown} value @returns {number | string | null} */
export function numeric(value) {
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return null;
  return Number.isFinite(Number(value)) ? value : null;
}

/** The format of instants from the database, which needs no parsing except for the 29th to 31st. */
const INSTANT = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}(?:\d{3})?Z$/;

/** As `<time>` has it: without the seconds of a whole minute. @param {string} value a date or an instant */
export const machineTime = (value) => (value.endsWith(':00.000Z') ? `${value.slice(0, -8)}Z` : value);

/** The value when it is a date or an instant that can be shown. @param {unknown} value @returns {string | null} */
export function dated(value) {
  if (typeof value !== 'string') return null;
  if (INSTANT.test(value)) return value;
  return /^\d{4}-\d{2}-\d{2}/.test(value) && !Number.isNaN(Date.parse(value)) ? value : null;
}
