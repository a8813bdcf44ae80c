/** @import { Field, Table, Values } from '@plinth/plugin' */

/** What the entry of a new row says itself, with the row's key, its time and its user, so that its values need not repeat it. */
const SAID = new Set(['id', 'created_at', 'created_by', 'updated_at', 'updated_by']);

/** @param {Field['auto']} auto */
export const isSaid = (auto) => auto !== null && SAID.has(auto);

/**
 * The values of a new row that Plinth has set, by field id. Rows of an import have no others of these in their history.
 *
 * @param {Table} table @param {Values} entry of `operation: 'insert'`
 * @returns {Record<string, unknown>}
 */
export function madeBy({ fields }, { at, user_id: user }) {
  const set = fields.filter(({ auto }) => isSaid(auto) && auto !== 'id');
  return Object.fromEntries(set.map(({ id, auto }) => [id, auto?.endsWith('_at') ? at : user]));
}
