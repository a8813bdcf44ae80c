import { fixed, join, sql } from '../../../postgres/sql/index.js';
import { orderBy } from './sort.js';

/** @import { Fragment } from '../../../postgres/sql/index.js' */
/** @import { Compilation } from './compilation.js' */
/** @import { SortKey } from './sort.js' */

/**
 * A range of rows in an index's own order. Most lists are one; a list sorted by a field that may be empty is two,
 * filled and empty values, each of which an index returns without sorting.
 *
 * @typedef {{ where: Fragment | null, order: Fragment }} Segment
 */

/**
 * Where a page starts: after a row, before a row, or at the beginning.
 *
 * @typedef {{ direction: 'first' | 'after' | 'before', nulls: boolean[] }} Position `nulls`: which of the row's sort
 *   values are empty
 */

/**
 * @param {Compilation} c @param {readonly SortKey[]} keys @param {Position} position @param {boolean} indexed the first key has an index
 * @returns {Segment[]}
 */
export function segments(c, keys, position, indexed) {
  const [first] = keys;
  if (keys.length === 2 && first.nullable && indexed) return split(c, keys, position);
  const reversed = position.direction === 'before';
  const where = position.direction === 'first' ? null : beyond(c, keys, position, 0);
  return [{ where, order: orderBy(keys, reversed) }];
}

/**
 * Filled and empty values separately.
 *
 * @param {Compilation} c @param {readonly SortKey[]} keys @param {Position} position
 * @returns {Segment[]}
 */
function split(c, keys, position) {
  const [first, id] = keys;
  const reversed = position.direction === 'before';
  const order = orderBy([{ ...first, nullable: false }, id], reversed);
  const filled = { where: sql`${first.column} is not null`, order };
  const empties = { where: sql`${first.column} is null`, order };
  if (position.direction === 'first') return [filled, empties];
  const sign = fixed(first.descending === reversed ? '>' : '<');
  if (position.nulls[0]) {
    const rest = { where: sql`${first.column} is null and ${id.column} ${sign} ${cursorValue(c, keys, 1)}`, order };
    return reversed ? [rest, filled] : [rest];
  }
  const rest = { where: rowComparison(c, keys, sign), order };
  return reversed ? [rest] : [rest, empties];
}

/**
 * Rows after (or, reading backwards, before) the cursor's row in the order of the keys from `i` on.
 *
 * @param {Compilation} c @param {readonly SortKey[]} keys @param {Position} position @param {number} i
 * @returns {Fragment}
 */
function beyond(c, keys, position, i) {
  const reversed = position.direction === 'before';
  if (i === 0 && keys.every((key) => !key.nullable && key.descending === keys[0].descending)) {
    return rowComparison(c, keys, fixed(keys[0].descending === reversed ? '>' : '<'));
  }
  const key = keys[i];
  const further = strictly(c, keys, position, i);
  if (i === keys.length - 1) return further;
  const same = position.nulls[i] ? sql`${key.column} is null` : sql`${key.column} = ${cursorValue(c, keys, i)}`;
  return sql`(${further} or (${same} and ${beyond(c, keys, position, i + 1)}))`;
}

/** @param {Compilation} c @param {readonly SortKey[]} keys @param {Position} position @param {number} i */
function strictly(c, keys, { direction, nulls }, i) {
  const { column, descending, nullable } = keys[i];
  const reversed = direction === 'before';
  if (nulls[i]) return reversed ? sql`${column} is not null` : sql`false`;
  const further = sql`${column} ${fixed(descending === reversed ? '>' : '<')} ${cursorValue(c, keys, i)}`;
  return nullable && !reversed ? sql`(${further} or ${column} is null)` : further;
}

/**
 * (a, id) > ($1, $2): the one form for which PostgreSQL walks an index.
 *
 * @param {Compilation} c @param {readonly SortKey[]} keys @param {Fragment} sign
 */
function rowComparison(c, keys, sign) {
  const columns = join(keys.map((key) => key.column));
  const values = join(keys.map((_, i) => cursorValue(c, keys, i)));
  return sql`(${columns}) ${sign} (${values})`;
}

/** @param {Compilation} c @param {readonly SortKey[]} keys @param {number} i */
function cursorValue(c, keys, i) {
  return sql`${c.slot((run) => run.cursor?.[i] ?? null)}::text::${fixed(keys[i].sqlType)}`;
}
