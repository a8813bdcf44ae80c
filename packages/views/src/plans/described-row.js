/** @import { Actor, PictureSize, PlacedViewText, Query, Select, Table, ViewState, Row } from '@plinth/plugin' */
/** @import { PlanNode } from './plan-tree.js' */
/** @import { Reading } from './node-state.js' */
import { exportedOf } from './exported-rows.js';
import { maySee } from './plan.js';
import { stateOf } from './node-state.js';
import { columnsOf, isShown } from './shown-parts.js';

/**
 * A part of a row as text; `shown` tells by the columns of `conditions` whether the view shows it.
 *
 * @typedef {({ group: 'start' | 'end' } | { heading: string, leads: boolean } | { field: string, label: string, isHeading: boolean, leads: boolean, pictures: PictureSize | null } |
 *   { list: NonNullable<ReturnType<typeof exportedOf>> }) & { shown: (row: Row | null) => boolean }} DescribedPart
 * @typedef {{ table: string, query: Query | null, conditions: Select[], parts: DescribedPart[], label: string }} Described
 *   query: of the row; null: none is chosen
 */

/**
 * What a view says of its row as text, with the fields that the actor may read and the related lists that they may open.
 *
 * @param {readonly PlanNode[]} nodes @param {{ query: URLSearchParams, actor: Actor, reading: Reading }} asked
 * @returns {Described | null} null: the view says nothing as text
 */
export function describedRow(nodes, { query, actor, reading }) {
  const [main] = nodes;
  const { view } = /** @type {NonNullable<PlanNode['compiled']>} */ (main.compiled);
  if (!view.texts || !main.table) return null;
  const { table } = main;
  const state = /** @type {ViewState} */ (stateOf(main, query, null, reading));
  const isFor = (/** @type {PlacedViewText} */ part) => isShown({ roles: part.roles }, actor, null);
  const open = view.texts.filter((part) => isFor(part) && isReadable(part, table, reading));
  /** @param {PlacedViewText} part @returns {DescribedPart[]} */
  const described = (part) => {
    const shown = (/** @type {Record<string, unknown> | null} */ row) => isShown(part, actor, row);
    if ('group' in part) return [{ group: part.group, shown }];
    if ('heading' in part) return [{ heading: part.heading, leads: Boolean(part.leads), shown }];
    if ('field' in part) {
      const { field, label, isHeading = false, leads = false, pictures = null } = part;
      return [{ field, label, isHeading, leads, pictures, shown }];
    }
    const list = listIn(nodes, part.slot, { state, actor, reading });
    return list ? [{ list, shown }] : [];
  };
  const parts = open.flatMap(described);
  return { table: table.name, query: view.query(state, actor), conditions: columnsOf(open), parts, label: main.label };
}

/** @param {PlacedViewText} part @param {Table} table @param {Reading} reading */
const isReadable = (part, table, { reads }) => !('field' in part) || reads(table, part.field);

/**
 * @param {readonly PlanNode[]} nodes @param {string} slot
 * @param {{ state: ViewState, actor: Actor, reading: Reading }} around
 */
function listIn(nodes, slot, { state, actor, reading }) {
  const node = nodes.find(({ parent, embed }) => parent === 0 && embed?.slot === slot);
  if (!node?.compiled || !maySee(node, actor)) return null;
  const own = stateOf(node, new URLSearchParams(), { node: nodes[0], state }, reading);
  const found = own && exportedOf({ node, state: own }, actor, reading);
  if (!found) return null;
  // All rows have the same value there: the row that this is about.
  const columns = found.columns.filter(({ field }) => field !== own.scope?.field);
  return columns.length > 0 ? { ...found, columns } : found;
}
