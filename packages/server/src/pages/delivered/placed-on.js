/** @import { Request } from '../../types.d.ts' */
/** @import { QuerySpec, Values } from '@plinth/plugin' */
/** @typedef {Request['ctx']['select']} Ask */
/** @import { Plan } from '@plinth/views' */
import { notFound } from '../../http/requests/canonical-path.js';

/**
 * The action of a node, if it is shown to the actor on this row.
 *
 * @param {Request} req @param {Plan} plan @param {{ node: string, id: string | null }} given
 * @param {Ask} [ask] reads within a transaction, which has locked the row
 */
export async function placedOn(req, plan, { node, id }, ask) {
  const placed = plan.action(node, req.ctx.actor);
  if (!placed) throw notFound();
  const { action, config } = placed;
  const row = id !== null && plan.table ? await requireShown(req, plan, id, placed.select, ask) : null;
  // Without a row, only the form of a new row has such a button.
  const isNewRow = row !== null || placed.select.length === 0 || plan.form !== null;
  if (!isNewRow || !placed.isShown(row)) throw notFound();
  return { action, config, row };
}

/**
 * A row that the view's own statement would not return does not exist here, whatever the table's rights allow.
 *
 * @param {Request} req @param {Plan} plan @param {string} id
 * @param {QuerySpec['select']} select the fields to read @param {Ask} [ask] @returns {Promise<Values>}
 */
export async function requireShown(req, plan, id, select, ask = (queries) => req.ctx.select(queries)) {
  const { actor, env } = req.ctx;
  const { main } = plan.start({ actor, query: new URLSearchParams({ id }), env });
  if (!main || main.spec.table !== plan.table) throw notFound();
  /** @type {QuerySpec} */
  const spec = { table: plan.table, select, where: onlyRow(main.spec), limit: 1 };
  const [result] = await ask([{ spec, params: { ...main.params, _acted: id } }]);
  if (result.rows.length === 0) throw notFound();
  return result.rows[0];
}

/** @param {QuerySpec} spec @returns {import('@plinth/plugin').Filter} */
function onlyRow({ where }) {
  /** @type {import('@plinth/plugin').Filter} */
  const row = { field: 'id', op: 'eq', value: { param: '_acted' } };
  return where ? { all: [where, row] } : row;
}
