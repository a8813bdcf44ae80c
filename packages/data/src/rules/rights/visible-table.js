import { grantOf, isUnlimited } from './grants.js';
import { readableField } from './readable-field.js';

/** @import { Actor, Catalog, Table } from '@plinth/plugin' */

/**
 * Whether an actor may follow a relation into a table. Without the right to read it they know only the keys in fields
 * that point at it; anything else is answered as if it did not exist.
 *
 * @param {Actor} actor @param {Table} table
 */
export function isTableVisible(actor, table) {
  // Names of users are shown wherever a field points at them.
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
    if (!at?.hasField(name) || (i > 0 && name !== 'id' && !isTableVisible(actor, at))) return false;
    const field = at.field(name);
    if (!readableField(actor, at, field)) return false;
    at = field.target && catalog.hasTable(field.target) ? catalog.table(field.target) : null;
  }
  return true;
}
