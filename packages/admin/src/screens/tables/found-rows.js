import { AppError } from '@plinth/plugin';
import { countRows, foundRows } from '@plinth/server/pages';
import { gridConditions, readGridState } from './grid-state.js';

/** @import { Table } from '@plinth/plugin' */
/** @import { App, Request } from '../../types.d.ts' */
/** @import { Found } from '@plinth/server/pages' */

/**
 * How many rows a grid finds, on all its pages.
 *
 * @param {App} app @param {Request} req @param {Table} table @param {string} query of the grid
 * @returns {Promise<number>}
 * @throws {AppError} FILTER_INVALID
 */
export const countFound = async (app, req, table, query) =>
  countRows(app, req.ctx.actor, foundQuery(app, req, table, query));

/**
 * The keys of all rows that a grid finds.
 *
 * @param {App} app @param {Request} req @param {Table} table @param {string} query of the grid
 * @param {number} expected the number shown
 * @returns {Promise<string[]>}
 * @throws {AppError} FILTER_INVALID, ROWS_TOO_MANY, ROWS_FOUND_CHANGED
 */
export async function foundIds(app, req, table, query, expected) {
  const rows = await foundRows(app, req.ctx.actor, foundQuery(app, req, table, query), expected);
  return rows.map(({ id }) => String(id));
}

/** @param {App} app @param {Request} req @param {Table} table @param {string} query @returns {Found} */
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
  };
  return { spec, params: { ...params, q: state.q } };
}
