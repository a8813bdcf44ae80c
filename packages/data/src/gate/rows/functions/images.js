/** @import { Registry, Table } from '@plinth/plugin' */
/** @import { Candidate } from './row-functions.js' */

/** Rows, and characters of JSON, that one run of a function gets. */
const MOST_ROWS = 200;
const MOST_TEXT = 500_000;

/**
 * The row as it will be, as far as it is known before it is written: without formulas, and without what only PostgreSQL
 * fills in.
 *
 * @param {Registry} registry @param {Table} table @param {Record<string, unknown> | null} old
 * @param {Record<string, unknown>} values as they are sent to the database
 */
export function imageOf(registry, table, old, values) {
  /** @type {Record<string, unknown>} */
  const row = {};
  for (const { name, type, formula } of table.fields) {
    if (formula || !registry.has('fieldType', type)) continue;
    if (!Object.hasOwn(values, name)) row[name] = old?.[name] ?? null;
    else row[name] = type === 'json' && typeof values[name] === 'string' ? JSON.parse(values[name]) : values[name];
  }
  return row;
}

/** @param {readonly Candidate[]} candidates @returns {Candidate[][]} */
export function groupsOf(candidates) {
  /** @type {Candidate[][]} */
  const groups = [];
  let size = 0;
  for (const one of candidates) {
    const own = JSON.stringify([one.row, one.old]).length;
    const last = groups.at(-1);
    if (!last || last.length >= MOST_ROWS || size + own > MOST_TEXT) groups.push([one]);
    else last.push(one);
    size = groups.at(-1)?.length === 1 ? own : size + own;
  }
  return groups;
}
