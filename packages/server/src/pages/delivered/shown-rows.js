/** @import { App, Request } from '../../types.d.ts' */
/** @import { Select, Values } from '@plinth/plugin' */
/** @import { Plan } from '@plinth/views' */
import { LIMITS } from '@plinth/data';
import { AppError, phrase } from '@plinth/plugin';
import { foundRows, rowsOf } from '../found-rows/found-rows.js';
import { notFound } from '../../http/requests/canonical-path.js';
import { listAt } from './list-at.js';

/**
 * Which rows of a list a form is about: those that were ticked, or with `all` as many as were shown of the list `of` on the
 * page `at`, whatever its page.
 *
 * @typedef {{ ids: string[], all: number | null, of: string, at: string }} Chosen
 */

/** @param {{ get(name: string): string | null, has(name: string): boolean }} from @param {string[]} ids @returns {Chosen} */
function chosenIn(from, ids) {
  const all = from.get('all');
  // A number that nobody was shown is found by no list.
  const shown = all === null ? null : /^\d{1,9}$/.test(all) ? Number(all) : 0;
  return { ids, all: shown, of: from.get('of') ?? '', at: from.get('at') ?? '' };
}

/** @param {URLSearchParams} query */
export const chosenByQuery = (query) => chosenIn(query, query.getAll('id'));

/** @param {import('../../types.d.ts').Form} form */
export const chosenByForm = (form) => chosenIn(form, form.all('id'));

/** The same choice, for the hidden fields of a form. @param {Chosen} chosen @returns {[string, string][]} */
export const chosenFields = ({ ids, all, of, at }) =>
  all === null
    ? ids.map((id) => ['id', id])
    : [
        ['all', String(all)],
        ['of', of],
        ['at', at],
      ];

/**
 * The rows that were chosen in a view, under its filter and the rights of the actor.
 *
 * @param {App} app @param {Request} req @param {Plan} plan @param {Chosen} chosen
 * @param {readonly Select[]} [select] further columns
 * @returns {Promise<Values[]>} at least one, each with its `id`
 * @throws {AppError} ROWS_TOO_MANY, ROWS_FOUND_CHANGED; 404 without any, and for a list of another view
 */
export async function chosenRows(app, req, plan, chosen, select = []) {
  if (chosen.all === null) return shownRows(req, plan, chosen.ids, select);
  const { view, query } = listAt(app, req, chosen);
  if (view !== plan.name || plan.table === null || query.spec.table !== plan.table) throw notFound();
  const columns = [{ as: 'id', field: 'id' }, ...select.filter(({ as }) => as !== 'id')];
  const spec = { ...rowsOf(query.spec), leaveOut: true };
  const rows = await foundRows(app, req.ctx.actor, { spec, params: query.params }, chosen.all, columns);
  if (rows.length === 0) throw notFound();
  return rows;
}

/**
 * Those of the rows that a view shows: what its own statement would not return does not exist here.
 *
 * @param {Request} req @param {Plan} plan @param {readonly string[]} ids
 * @param {readonly Select[]} [select] further columns
 * @returns {Promise<Values[]>} at least one, each with its `id`
 * @throws {AppError} ROWS_TOO_MANY; 404 without any
 */
async function shownRows(req, plan, ids, select = []) {
  const { actor, env, catalog } = req.ctx;
  if (ids.length === 0) throw notFound();
  if (ids.length > LIMITS.rowsShown)
    throw new AppError('ROWS_TOO_MANY', phrase`At most ${LIMITS.rowsShown} rows can be changed or deleted at once`, {
      status: 422,
      hint: 'Select fewer rows',
    });
  const { main } = plan.start({ actor, query: new URLSearchParams(), env });
  if (!main || plan.table === null || main.spec.table !== plan.table) throw notFound();
  /** @type {import('@plinth/plugin').Filter} */
  const rows = { field: 'id', op: 'in', value: { param: '_rows' } };
  const where = main.spec.where ? { all: [main.spec.where, rows] } : rows;
  const columns = [{ as: 'id', field: 'id' }, ...select.filter(({ as }) => as !== 'id')];
  const spec = { table: plan.table, select: columns, where, limit: LIMITS.rowsShown };
  const isNumber = catalog.table(plan.table).key === 'identity';
  const keys = [...new Set(ids)].flatMap((id) => (!isNumber ? id : /^\d{1,15}$/.test(id) ? Number(id) : []));
  if (keys.length === 0) throw notFound();
  const [result] = await req.ctx.select([{ spec: spec, params: { ...main.params, _rows: keys } }]);
  if (result.rows.length === 0) throw notFound();
  return result.rows;
}

/** @param {Request} req @param {Plan} plan */
export function tableShown(req, plan) {
  if (plan.table === null) throw notFound();
  return req.ctx.catalog.table(plan.table);
}
