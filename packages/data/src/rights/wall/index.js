/** @import { Actor, Catalog, Table } from '@plinth/plugin' */
/** @import { Names, WallRule } from './wall-sql.js' */
import { memoize } from '@plinth/plugin';
import { isUnlimited } from '../grants.js';
import { wallRule } from './wall-sql.js';

export { planNoWall, planWall } from './plan-wall.js';
export { endBehindWall, sendBehindWall, writeBehindWall } from './send-behind-wall.js';
export { ensureRoles } from './wall-roles.js';
export { SCHEMA } from './wall-sql.js';

/** An actor whose statements are sent behind the wall. @typedef {Actor & { walled?: true }} WalledActor */

/** Admins, and code that says so, need no wall. @param {Actor} actor @returns {WalledActor} */
export const behindWall = (actor) => (isUnlimited(actor) ? actor : { ...actor, walled: true });

/** Rules that look at other tables. */
const rulesOf = memoize((/** @type {Catalog} */ _catalog) => /** @type {Map<string, WallRule | null>} */ (new Map()));

/** @param {Names} names @param {Table} table @param {string} source */
export function ruleBehindWall(names, table, source) {
  const rules = rulesOf(names.catalog);
  const key = `${table.name}\n${source}`;
  if (!rules.has(key)) rules.set(key, wallRule(names, table, source));
  return rules.get(key) ?? null;
}
