/** @import { Formats, Registry, ViewState } from '@plinth/plugin' */
/** @import { PlanNode } from './plan-tree.js' */
/** @import { Reads } from '../state/read-state.js' */
import { emptyState, readState } from '../state/read-state.js';

/**
 * How an address is read, and by whom.
 *
 * @typedef {{ registry: Registry, formats: Formats, reads: Reads }} Reading
 */

/**
 * The state of a view on its page: what its embedding fixes, what the address says, and how it depends on the row of
 * the surrounding view.
 *
 * @param {PlanNode} node @param {URLSearchParams} query
 * @param {{ node: PlanNode, state: ViewState } | null} around
 * @param {Reading} reading
 * @returns {ViewState | null} null: it depends on a row, and none is selected
 */
export function stateOf(node, query, around, reading) {
  const kind = node.embed?.relation.kind ?? 'independent';
  const options = { view: node.name, table: node.table, ...reading };
  const read = query.size === 0 || node.data ? emptyState() : readState(query, { ...options, main: node.parent < 0 });
  /** @type {ViewState} */
  // What the builder fixed applies to every reader.
  const state = node.fixed ? merge(readState(node.fixed, { ...options, main: true, reads: undefined }), read) : read;
  refuseProblems(node, state);
  // In a form, what the address says about fields fills an empty row; it does not look for one.
  if (node.compiled?.view.form) state.filters = [];
  if (kind === 'independent' || !around) return state;
  // The relation decides which row a related view shows, not the address.
  state.id = null;
  return relateState(node, state, around, reading);
}

/**
 * Where the address chooses one row, or fills in a form, nothing may be left out of what it says. Other views show the
 * rest, and the problem.
 *
 * @param {PlanNode} node @param {ViewState} state
 */
function refuseProblems({ compiled }, { asked }) {
  if (!compiled?.view.form && !compiled?.view.missing) return;
  for (const { problem } of asked) if (problem) throw problem;
}

/**
 * @param {PlanNode} node
 * @param {ViewState} state
 * @param {{ node: PlanNode, state: ViewState }} around
 * @param {Reading} reading
 */
function relateState(node, state, around, { reads }) {
  const relation = /** @type {import('@plinth/plugin').EmbedRelation} */ (node.embed?.relation);
  const outerId = around.state.id;
  const isForm = Boolean(node.compiled?.view.form);
  if (relation.kind === 'child' && outerId !== null) {
    const [, field] = relation.relation.split('.');
    // A form's address contains it, and its name is read there.
    if (!node.table || reads(node.table, field)) state.presets[field] = outerId;
    // A form for a new child row: nothing to look up.
    if (isForm) return state;
  } else if (relation.kind === 'child' && isForm) {
    return state;
  }
  if (relation.kind === 'same' && outerId !== null) {
    state.id = outerId;
    return state;
  }
  const scope = around.node.rowScope(around.state);
  if (!scope) return null;
  const field = relation.kind === 'child' ? relation.relation.split('.')[1] : undefined;
  state.scope = { ...node.relate(scope), ...(field && { field }) };
  return state;
}

/** @param {ViewState} fixed @param {ViewState} read @returns {ViewState} */
function merge(fixed, read) {
  const said = new Set(fixed.filters.map(({ field, op }) => `${field}.${op}`));
  return {
    ...read,
    id: read.id ?? fixed.id,
    sort: read.sort ?? fixed.sort,
    sorts: read.sort ? read.sorts : fixed.sorts,
    search: read.search ?? fixed.search,
    // What the embedding fixes can't be loosened by the address.
    groups: [...fixed.groups, ...read.groups],
    filters: [...fixed.filters, ...read.filters.filter(({ field, op }) => !said.has(`${field}.${op}`))],
    presets: { ...read.presets, ...fixed.presets },
  };
}
