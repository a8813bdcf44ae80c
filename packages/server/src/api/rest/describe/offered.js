/** @import { Request } from '../../../types.d.ts' */
/** @import { Endpoint } from '../endpoints.js' */
/** @import { Caller } from '../rights.js' */
/** @import { TableInfo } from './visible-tables.js' */
import { RIGHTS } from '../rights.js';

/** @typedef {{ endpoint: Endpoint, table: TableInfo | null }} Offered */

/**
 * The endpoints that a caller may use: those of each table, then the others.
 *
 * @param {readonly Endpoint[]} endpoints @param {readonly TableInfo[]} tables from `visibleTables` @param {Caller}
 *   caller
 * @returns {Offered[]}
 */
export function offeredTo(endpoints, tables, caller) {
  const of = (/** @type {TableInfo | null} */ table) =>
    endpoints
      .filter(({ path, right, isOffered }) => {
        if (path.includes(':table') !== (table !== null)) return false;
        const isRight = RIGHTS[right].isOffered(table ? [table] : tables, caller);
        return isRight && (!table || !isOffered || isOffered(table));
      })
      .map((endpoint) => ({ endpoint, table }));
  return [...tables, null].flatMap(of);
}

/** @param {Request} req @returns {Caller} */
export const callerOf = ({ ctx: { isAdmin, actor, user } }) => ({
  isAdmin: isAdmin && !actor.scope,
  signedIn: user !== null,
  operations: actor.scope?.operations ?? null,
});
