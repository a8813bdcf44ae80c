/** @import { Actor, ExportedColumn, Query, Table, ViewState } from '@plinth/plugin' */
/** @import { PlanNode } from './plan-tree.js' */
/** @import { Reading } from './node-state.js' */
import { maySee } from './plan.js';
import { stateOf } from './node-state.js';

/**
 * What a view of a plan shows in a state, to be exported as a whole: its statement and those of its columns that the actor
 * may read.
 *
 * @param {readonly PlanNode[]} nodes
 * @param {{ at: string | null, query: URLSearchParams, actor: Actor, reading: Reading }} asked
 *   `at`: id of the view's section on the page; null: the view itself
 * @returns {{ query: Query, columns: readonly ExportedColumn[], label: string, view: string } | null}
 *   null: there is
 *   no such view, it is not for this actor, or it has nothing to export
 */
export function exportedRows(nodes, { at, query, actor, reading }) {
  /** @type {({ node: PlanNode, state: ViewState } | null)[]} */
  const running = [];
  for (const node of nodes) {
    const around = node.parent < 0 ? null : running[node.parent];
    const isActive = (node.parent < 0 || around) && maySee(node, actor);
    const state = isActive ? stateOf(node, query, around, reading) : null;
    const entry = state && { node, state };
    running.push(entry);
    if (!entry || (at === null ? node.parent >= 0 : node.id !== at)) continue;
    return exportedOf(entry, actor, reading);
  }
  return null;
}

/**
 * The rows of a view in a state; null if it has none to export.
 *
 * @param {{ node: PlanNode, state: ViewState }} entry @param {Actor} actor @param {Reading} reading
 */
export function exportedOf({ node: { compiled, label, name, table }, state }, actor, { reads }) {
  const { view } = compiled ?? {};
  if (!view?.exports || !table) return null;
  const asked = view.query(state, actor);
  const columns = view.exports.filter(({ field }) => reads(/** @type {Table} */ (table), field));
  return asked && columns.length > 0 ? { query: asked, columns, label, view: name } : null;
}
