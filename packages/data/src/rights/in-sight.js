import { grantOf, isUnlimited } from './grants.js';
import { readableField } from './readable-field.js';

/** @import { Actor, Catalog, Table } from '@plinth/plugin' */

/**
 * Whether an actor may learn anything of a table from what points at it. Of one that gives him no right to read he knows
 * the keys alone, from the fields that hold them: whatever else he asks of it is answered as if it did not exist.
 *
 * @param {Actor} actor @param {Table} table
 */
export function tableInSight(actor, table) {
  // Names of people show wherever they are pointed at.
  if (table.system) return isUnlimited(actor) || table.name === 'users';
  return grantOf(actor, table, 'read') !== 'none';
}

/**
 * Whether an actor may read what a path such as project.owner.name leads to, and all fields on the way.
 *
 * @param {Pick<Catalog, 'table' | 'hasTable'>} catalog @param {Actor} actor @param {Table} table @param {string} path
 */
export function readablePath(catalog, actor, table, path) {
  /** @type {Table | null} */
  let at = table;
  for (const [i, name] of path.split('.').entries()) {
    if (!at?.hasField(name) || (i > 0 && name !== 'id' && !tableInSight(actor, at))) return false;
    const field = at.field(name);
    if (!readableField(actor, at, field)) return false;
    at = field.target && catalog.hasTable(field.target) ? catalog.table(field.target) : null;
  }
  return true;
}
