/** @import { Request } from '../types.d.ts' */
/** @import { Select } from '@plinth/plugin' */
/** @import { Plan } from '@plinth/views' */
import { AppError, phrase } from '@plinth/plugin';
import { notFound } from '../http/canonical-path.js';

/** Rows that are changed or deleted at once. */
const MOST = 500;

/**
 * Those of the rows that a view shows: what its own statement would not return does not exist here.
 *
 * @param {Request} req @param {Plan} plan @param {readonly string[]} ids
 * @param {readonly Select[]} [select] further columns
 * @returns {Promise<Record<string, any>[]>} at least one, each with its `id`
 * @throws {AppError} ROWS_TOO_MANY; 404 without any
 */
export async function shownRows(req, plan, ids, select = []) {
  const { actor, env, catalog } = req.ctx;
  if (ids.length === 0) throw notFound();
  if (ids.length > MOST)
    throw new AppError('ROWS_TOO_MANY', phrase`At most ${MOST} rows can be changed or deleted at once`, {
      status: 422,
      hint: 'Select fewer rows',
    });
  const { main } = plan.start({ actor, query: new URLSearchParams(), env });
  if (!main || plan.table === null || main.spec.table !== plan.table) throw notFound();
  /** @type {import('@plinth/plugin').Filter} */
  const rows = { field: 'id', op: 'in', value: { param: '_rows' } };
  const where = main.spec.where ? { all: [main.spec.where, rows] } : rows;
  const columns = [{ as: 'id', field: 'id' }, ...select.filter(({ as }) => as !== 'id')];
  const spec = { table: plan.table, select: columns, where, limit: MOST };
  const isNumber = catalog.table(plan.table).key === 'identity';
  const keys = [...new Set(ids)].flatMap((id) => (!isNumber ? id : /^\d{1,15}$/.test(id) ? Number(id) : []));
  if (keys.length === 0) throw notFound();
  const [result] = await req.ctx.select([{ spec: /** @type {any} */ (spec), params: { ...main.params, _rows: keys } }]);
  if (result.rows.length === 0) throw notFound();
  return result.rows;
}

/** @param {Request} req @param {Plan} plan */
export function tableShown(req, plan) {
  if (plan.table === null) throw notFound();
  return req.ctx.catalog.table(plan.table);
}
