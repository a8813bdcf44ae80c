import { addDays, phrase } from '@plinth/plugin';
import { sql } from '../../../postgres/sql/index.js';
import { filterInvalid } from '../../../postgres/errors/row-errors.js';
import { bound, isMarker, parseFor } from './literal.js';
import { LIMITS } from '../../../catalog/limits/limits.js';
import { sqlTypeOf } from './values.js';

/** @import { Operator } from '@plinth/plugin' */
/** @import { Fragment } from '../../../postgres/sql/index.js' */
/** @import { Compilation } from './compilation.js' */
/** @import { Found } from './scope.js' */

const DAY = /^\s*\d{4}-\d\d-\d\d\s*$/;

/** Whether a condition compares moments with what was given, which may be a whole day. @param {Compilation} c @param {Found} found @param {unknown} value */
export const isMomentRange = (c, found, value) =>
  sqlTypeOf(c, found.field) === 'timestamptz' && !isMarker(value, 'today') && !isMarker(value, 'now');

/**
 * Compares moments. A day is all of it in the site's time zone: "on the 24th" begins with its first moment, and "up to the
 * 24th" includes its last.
 *
 * @param {Compilation} c @param {Found} found @param {Operator} op @param {any} value
 * @returns {Fragment}
 */
export function compareMoment(c, found, op, value) {
  const { column } = found;
  const start = () => sql`${bound(c, value, (input) => rangeOf(c, found, input)[0])}::timestamptz`;
  const end = () => sql`${bound(c, value, (input) => rangeOf(c, found, input)[1])}::timestamptz`;
  if (op === 'lt') return sql`${column} < ${start()}`;
  if (op === 'gte') return sql`${column} >= ${start()}`;
  if (op === 'lte') return sql`${column} < ${end()}`;
  if (op === 'gt') return sql`${column} >= ${end()}`;
  const within = sql`(${column} >= ${start()} and ${column} < ${end()})`;
  return op === 'ne' ? sql`${within} is not true` : within;
}

/** Moments that are among several moments or days. @param {Compilation} c @param {Found} found @param {any} value @returns {Fragment} */
export function momentIn(c, found, value) {
  const edges = (/** @type {0 | 1} */ edge) =>
    sql`${bound(c, value, (input) => rangesOf(c, found, input).map((range) => range[edge]))}::timestamptz[]`;
  return sql`exists (select from unnest(${edges(0)}, ${edges(1)}) as r(starts, ends)
    where ${found.column} >= r.starts and ${found.column} < r.ends)`;
}

/** @param {Compilation} c @param {Found} found @param {unknown} input @returns {[string | null, string | null]} the second is behind it */
function rangeOf(c, found, input) {
  const first = /** @type {string | null} */ (parseFor(c, found, input));
  if (first === null) return [null, null];
  if (typeof input !== 'string' || !DAY.test(input)) return [first, afterMoment(first)];
  const next = addDays(input.trim(), 1);
  return [first, next === null ? 'infinity' : /** @type {string} */ (parseFor(c, found, next))];
}

/** @param {Compilation} c @param {Found} found @param {unknown} input */
function rangesOf(c, found, input) {
  const list = input === null ? [] : Array.isArray(input) ? input : [input];
  if (list.length > LIMITS.comparedValues)
    throw filterInvalid(
      phrase`At most ${LIMITS.comparedValues} values can be compared at once`,
      'Leave some out, or ask in several requests',
    );
  return list.map((entry) => rangeOf(c, found, entry)).filter(([start]) => start !== null);
}

/** A microsecond later, PostgreSQL's least. @param {string} moment with three or six digits of a second */
function afterMoment(moment) {
  const micro = Number(moment.slice(23, -1).padEnd(3, '0')) + 1;
  const at = new Date(Date.parse(moment) + Math.floor(micro / 1000)).toISOString();
  return at.replace('Z', `${String(micro % 1000).padStart(3, '0')}Z`);
}
