/** @import { Tree } from '@plinth/expressions' */
/** @import { Actor, Catalog, Table, Values } from '@plinth/plugin' */
/** @import { Operation } from './grants.js' */
/** @import { Rules } from './rules.js' */
import { profileWith } from '@plinth/expressions';
import { watchesOf } from '../expressions/stored/watches.js';
import { grantOf } from './grants.js';

/**
 * What a condition on a row depends on besides its columns.
 *
 * @typedef {object} Reach
 * @property {boolean} pairs of a many-to-many field of the row
 * @property {boolean} children rows that point at the row, which may be saved together with it
 * @property {boolean} siblings rows of the same table, so that rows written together affect each other's result
 * @property {boolean} self the current user's profile, if it is stored in this table
 */

/** @type {Readonly<Reach>} */
export const NO_REACH = Object.freeze({ pairs: false, children: false, siblings: false, self: false });

/**
 * @param {Tree} tree @param {Table} table @param {Catalog} catalog
 * @returns {Reach}
 */
export function reachOf(tree, table, catalog) {
  const ways = watchesOf(tree, table, catalog).map(({ steps }) => steps);
  return {
    pairs: ways.some(([first]) => first?.kind === 'many'),
    children: ways.some((steps) => steps.some(({ kind }) => kind === 'child')),
    siblings: ways.some((steps) => steps.some(({ to }) => to.id === table.id)),
    self: namesUser(tree, (name) => profileWith(name, catalog)?.table.id === table.id),
  };
}

/**
 * What the rules that allow an actor's operation depend on.
 *
 * @param {Actor} actor
 * @param {Table} table
 * @param {Operation} operation
 * @returns {Reach}
 */
export function reachOfRights(actor, table, operation) {
  const grant = table.system ? 'none' : grantOf(actor, table, operation);
  if (typeof grant === 'string') return NO_REACH;
  const { rules } = /** @type {Table & { rules: Rules }} */ (table);
  return joined(grant.rules.map((source) => rules.reach(table, source)));
}

/** @param {readonly Reach[]} all @returns {Reach} */
export function joined(all) {
  const some = (/** @type {keyof Reach} */ what) => all.some((reach) => reach[what]);
  return { pairs: some('pairs'), children: some('children'), siblings: some('siblings'), self: some('self') };
}

/** @param {Values} node @param {(name: string) => boolean} is @returns {boolean} */
function namesUser(node, is) {
  if (typeof node !== 'object' || node === null) return false;
  if (node.op === 'user') return is(node.name);
  return Object.values(node).some((part) => namesUser(part, is));
}
