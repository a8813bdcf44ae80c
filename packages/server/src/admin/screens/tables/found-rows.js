import { AppError, phrase } from '@plinth/plugin';
import { gridConditions, readGridState } from './grid-state.js';

/** @import { Query, QuerySpec, Result, Table } from '@plinth/plugin' */
/** @import { App, Request } from '../../types.d.ts' */

/** The most rows that can be changed together: what one request can do in seconds, and somebody can still undo. */
export const MOST_TOGETHER = 10_000;
const PAGE = 500;

/**
 * How many rows a grid finds, on all its pages.
 *
 * @param {App} app @param {Request} req @param {Table} table @param {string} query of the grid
 * @returns {Promise<number>}
 * @throws {AppError} FILTER_INVALID
 */
export async function countFound(app, req, table, query) {
  const { spec, params } = foundQuery(app, req, table, query);
  const [{ count }] = await app.data.select(req.ctx.actor, [{ spec: { ...spec, limit: 1, count: 'exact' }, params }]);
  return Number(count);
}

/**
 * The keys of all rows that a grid finds, collected before the first of them is written, because writing may change
 * what is found.
 *
 * @param {App} app @param {Request} req @param {Table} table @param {string} query of the grid
 * @param {number} expected the number shown: rows that nobody has seen are not changed
 * @returns {Promise<string[]>}
 * @throws {AppError} FILTER_INVALID, ROWS_TOO_MANY, ROWS_FOUND_CHANGED
 */
export async function foundIds(app, req, table, query, expected) {
  const { spec, params } = foundQuery(app, req, table, query);
  /** @type {string[]} */
  const ids = [];
  /** @type {string | null} */
  let after = null;
  do {
    /** @type {Query} */
    const page = {
      spec: { ...spec, limit: PAGE, cursor: { after: 'after', before: 'before' } },
      params: { ...params, after },
    };
    /** @type {Result[]} */
    const [result] = await app.data.select(req.ctx.actor, [page]);
    for (const row of result.rows) ids.push(String(row.id));
    after = result.next;
  } while (after && ids.length <= MOST_TOGETHER);
  if (ids.length > MOST_TOGETHER) throw tooMany();
  if (ids.length === expected) return ids;
  throw new AppError('ROWS_FOUND_CHANGED', phrase`${ids.length} rows match now; ${expected} were shown`, {
    status: 409,
    hint: 'Someone else changed rows in the meantime. Check the number and submit again',
  });
}

export const tooMany = () =>
  new AppError('ROWS_TOO_MANY', phrase`At most ${MOST_TOGETHER} rows can be changed at once`, {
    status: 422,
    hint: 'Narrow the filter, or change the rows in several steps',
  });

/**
 * @param {App} app @param {Request} req @param {Table} table @param {string} query
 * @returns {{ spec: QuerySpec, params: Record<string, unknown> }}
 */
function foundQuery(app, { ctx: { formats, catalog, locale } }, table, query) {
  const state = readGridState(app.registry, table, new URLSearchParams(query));
  const { where, params, errors } = gridConditions(app, catalog, table, state, formats);
  // Ignoring an invalid condition would match more rows than intended.
  if (errors.length) throw new AppError('FILTER_INVALID', errors.join(' '), { status: 422 });
  const spec = {
    table: table.name,
    select: [],
    ...(where && { where }),
    ...(state.q && { search: { param: 'q', locale } }),
    sort: [{ field: 'id' }],
  };
  return { spec, params: { ...params, q: state.q } };
}
