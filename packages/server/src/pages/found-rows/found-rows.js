import { LIMITS } from '@plinth/data';
import { AppError, phrase } from '@plinth/plugin';

/** @import { Actor, Query, QuerySpec, Result, Select } from '@plinth/plugin' */
/** @import { App } from '../../types.d.ts' */
/** @typedef {{ spec: QuerySpec, params: Record<string, unknown> }} Found the rows that a list or grid finds, on all its pages */

/** The most rows that can be changed together: what one request can do in seconds, and somebody can still undo. */
export const MOST_TOGETHER = LIMITS.rowsFound;
const PAGE = 500;
/** An estimate may be wrong by this factor: below, the rows are counted. */
const DOUBT = 2;

/**
 * Rows of a statement, without its columns, order and page.
 *
 * @param {QuerySpec} spec @returns {QuerySpec}
 */
export const rowsOf = ({ table, where, search, leaveOut }) => ({
  table,
  select: [],
  ...(where && { where }),
  ...(search && { search }),
  ...(leaveOut && { leaveOut }),
});

/**
 * How many rows there are, counted.
 *
 * @param {App} app @param {Actor} actor @param {Found} found @returns {Promise<number>}
 */
export async function countRows(app, actor, { spec, params }) {
  const [{ count }] = await app.data.select(actor, [{ spec: { ...spec, limit: 1, count: 'exact' }, params }]);
  return Number(count);
}

/**
 * The same, but far more rows than can be changed together are estimated only.
 *
 * @param {App} app @param {Actor} actor @param {Found} found @returns {Promise<number>}
 */
export async function countUpToMost(app, actor, { spec, params }) {
  const [{ count, counted }] = await app.data.select(actor, [{ spec: { ...spec, limit: 1, count: 'about' }, params }]);
  if (counted === 'exact' || (counted === 'about' && Number(count) > LIMITS.rowsFound * DOUBT)) return Number(count);
  return countRows(app, actor, { spec, params });
}

/**
 * The rows, collected before the first of them is written, because writing may change what is found.
 *
 * @param {App} app @param {Actor} actor @param {Found} found
 * @param {number} expected the number shown: rows that nobody has seen are not changed
 * @param {readonly Select[]} [select] further columns
 * @returns {Promise<Record<string, unknown>[]>} each with its `id`
 * @throws {AppError} ROWS_TOO_MANY, ROWS_FOUND_CHANGED
 */
export async function foundRows(app, actor, { spec, params }, expected, select = []) {
  const cursor = { after: '_after', before: '_before' };
  /** @type {QuerySpec} */
  const paged = { ...spec, select, sort: [{ field: 'id' }], limit: PAGE, cursor };
  /** @type {Record<string, unknown>[]} */
  const rows = [];
  /** @type {string | null} */
  let after = null;
  do {
    /** @type {Query} */
    const page = { spec: paged, params: { ...params, _after: after } };
    /** @type {Result[]} */
    const [result] = await app.data.select(actor, [page]);
    rows.push(...result.rows);
    after = result.next;
  } while (after && rows.length <= LIMITS.rowsFound);
  if (rows.length > LIMITS.rowsFound) throw tooMany();
  if (rows.length === expected) return rows;
  const message =
    rows.length === 1
      ? phrase`One row matches now instead of ${expected}`
      : phrase`${rows.length} rows match now instead of ${expected}`;
  throw new AppError('ROWS_FOUND_CHANGED', message, {
    status: 409,
    hint: 'Someone else changed rows in the meantime. Check the number and submit again',
    details: { found: rows.length },
  });
}

export const tooMany = () =>
  new AppError('ROWS_TOO_MANY', phrase`At most ${LIMITS.rowsFound} rows can be changed or deleted at once`, {
    status: 422,
    hint: 'Narrow the filter, or change the rows in several steps',
  });
