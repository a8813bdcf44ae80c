/** @import { Filter, Operator, Values } from '@plinth/plugin' */
import { asksForPart, needsNoValue } from '@plinth/plugin';

/**
 * One condition as the form shows it. kind: value, me (the current user), now, today, or path (another field).
 *
 * @typedef {{ field: string, op: Operator, kind: string, text: string }} FlatCondition
 */

/**
 * Reads a text as a value of the field at a path; the text itself if the field is unknown.
 *
 * @typedef {(path: string, text: string) => unknown} ReadValue
 */

/**
 * A filter as rows of conditions that must hold all together or any of them. Deeper filters, and values that don't
 * survive being written as text, can't be shown this way and are edited as JSON.
 *
 * @param {Filter | undefined | null} filter @param {ReadValue} read
 * @returns {{ match: 'all' | 'any', rows: FlatCondition[] } | null} null: it is not flat
 */
export function flatten(filter, read) {
  if (!filter) return { match: 'all', rows: [] };
  const match = 'any' in filter ? 'any' : 'all';
  const steps = 'all' in filter ? filter.all : 'any' in filter ? filter.any : [filter];
  // A single condition and a group of one would come back the same, so only the plain one is flat.
  if (('all' in filter || 'any' in filter) && steps.length < 2) return null;
  const rows = [];
  for (const step of steps) {
    const row = flattenOne(step, read);
    if (!row) return null;
    rows.push(row);
  }
  return { match, rows };
}

/** @param {Filter} filter @param {ReadValue} read @returns {FlatCondition | null} */
function flattenOne(filter, read) {
  if (!('field' in filter)) return null;
  const { field, op, value } = filter;
  if (needsNoValue(op)) return value === undefined ? { field, op, kind: 'value', text: '' } : null;
  if (value === undefined || value === null) return null;
  const kind = typeof value === 'object' && !Array.isArray(value) ? movingKind(value) : 'value';
  if (kind === null) return null;
  const path = /** @type {Values} */ (value).path;
  const text = kind === 'path' ? path : kind === 'value' ? textOf(value) : '';
  const row = { field, op, kind, text };
  // Checks that the form loses nothing.
  return isEqual(unflattenOne(row, read), filter) ? row : null;
}

/** @param {object} value */
function movingKind(value) {
  if ('user' in value) return 'me';
  return ['now', 'today', 'path'].find((key) => key in value) ?? null;
}

/** @param {unknown} value */
function textOf(value) {
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/**
 * The filter that rows of conditions stand for.
 *
 * @param {string} match @param {readonly FlatCondition[]} rows @param {ReadValue} read
 * @returns {Filter | undefined}
 */
export function unflatten(match, rows, read) {
  const steps = rows.map((row) => unflattenOne(row, read));
  if (steps.length < 2) return steps[0];
  return match === 'any' ? { any: steps } : { all: steps };
}

/** @param {FlatCondition} row @param {ReadValue} read @returns {Filter} */
function unflattenOne({ field, op, kind, text }, read) {
  if (needsNoValue(op)) return { field, op };
  return /** @type {Filter} */ ({ field, op, value: valueOf(field, op, kind, text, read) });
}

/** @param {string} field @param {Operator} op @param {string} kind @param {string} text @param {ReadValue} read */
function valueOf(field, op, kind, text, read) {
  if (kind === 'me') return { user: 'id' };
  if (kind === 'now') return { now: true };
  if (kind === 'today') return { today: true };
  if (kind === 'path') return { path: text };
  if (asksForPart(op)) return text;
  if (op !== 'in') return read(field, text);
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => read(field, entry));
}

/** @param {unknown} a @param {unknown} b */
function isEqual(a, b) {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

/** @param {unknown} value @returns {unknown} */
function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, entry]) => [key, sorted(entry)]),
  );
}
