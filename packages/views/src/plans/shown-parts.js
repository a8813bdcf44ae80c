/** @import { Actor, FormControl, PlacedCondition, Query, QuerySpec, Result, Select, Table, ViewState, Row } from '@plinth/plugin' */
/** @import { Posted } from './submission.js' */
import { hasRole } from '../compile/element-compiler.js';
import { ROW_BY_ID } from '../compile/rows-query.js';
import { lastText, postedRows } from './posted-rows.js';

/**
 * Stored rows, for the conditions of a submitted form: the form's own, and its child rows by key.
 *
 * @typedef {{ row: Row | null, children: Record<string, Map<string, Record<string, unknown>>> }} StoredRows
 */

/** What a new form knows about its rows: nothing. @type {StoredRows} */
export const NO_ROWS = Object.freeze({ row: null, children: Object.freeze({}) });

/**
 * Whether a button or control is shown for this actor and row.
 *
 * @param {{ roles?: readonly (readonly string[])[], when?: readonly PlacedCondition[] }} placed
 * @param {Actor} actor @param {Record<string, unknown> | null} row
 */
export function isShown({ roles = [], when = [] }, actor, row) {
  const m = { row, env: { actor } };
  return roles.every((list) => hasRole(actor.roles, list)) && when.every((condition) => condition.holds(m));
}

/**
 * Columns that conditions read.
 *
 * @param {readonly { when?: readonly PlacedCondition[] }[]} placed
 * @returns {Select[]}
 */
export function columnsOf(placed) {
  const columns = placed.flatMap(({ when = [] }) => when.flatMap(({ select }) => select));
  return [...new Map(columns.map((column) => [column.as, column])).values()];
}

/**
 * Statements that read what the conditions of a form's controls depend on; none if no condition reads a row.
 *
 * @param {Table} table @param {(relation: string) => Table | null} children @param {readonly FormControl[]} controls
 */
export function createStoredRows(table, children, controls) {
  const own = specOf(table, columnsOf(controls), 1, ROW_BY_ID);
  const inner = controls.flatMap((control) => {
    const child = control.children && children(control.children.relation);
    if (!control.children || !child) return [];
    /** @type {import('@plinth/plugin').Filter} */
    const where = { field: 'id', op: 'in', value: { param: 'ids' } };
    const spec = specOf(child, columnsOf(control.children.controls), MAX_ROWS, where);
    return spec ? [{ relation: control.children.relation, spec, table: child }] : [];
  });

  return {
    /**
     * @param {Posted} posted @param {ViewState} state
     * @returns {{ queries: Query[], finish: (results: readonly Result[]) => StoredRows }}
     */
    ask(posted, state) {
      /** @type {Query[]} */
      const queries = own && state.id !== null ? [{ spec: own, params: { row: state.id } }] : [];
      const hasRow = queries.length > 0;
      const asked = inner.flatMap(({ relation, spec, table: { key } }) => {
        const ids = postedRows(relation, posted).map((n) => lastText(posted[`${relation}.${n}.id`]));
        const keys = ids.filter((id) => KEYS[key].test(id));
        return keys.length > 0 ? [{ relation, at: queries.push({ spec, params: { ids: keys } }) - 1 }] : [];
      });
      return {
        queries,
        finish: (results) => ({
          row: hasRow ? (results[0].rows[0] ?? null) : null,
          children: Object.fromEntries(
            asked.map(({ relation, at }) => [relation, new Map(results[at].rows.map((row) => [String(row.id), row]))]),
          ),
        }),
      };
    },
  };
}

const MAX_ROWS = 500;
const KEYS = { identity: /^\d{1,15}$/, uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i };

/**
 * @param {Table} table @param {Select[]} select @param {number} limit @param {import('@plinth/plugin').Filter} where
 * @returns {QuerySpec | null}
 */
function specOf(table, select, limit, where) {
  return select.length > 0
    ? Object.freeze({ table: table.name, select: Object.freeze(select), where, limit, leaveOut: true })
    : null;
}
