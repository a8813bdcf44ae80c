/** @import { Catalog, Reference } from '@plinth/plugin' */

/**
 * Whether there is what a reference names.
 *
 * @param {Catalog} catalog @param {Reference} reference
 */
export function exists(catalog, { kind, name, table }) {
  switch (/** @type {string} */ (kind)) {
    case 'table':
      return catalog.hasTable(name);
    case 'view':
      return catalog.hasView(name);
    case 'page':
      return catalog.hasPage(name);
    case 'piece':
      return catalog.hasPiece(name);
    case 'role':
      return catalog.roles.some((role) => role.name === name);
    case 'field':
      return !table || (catalog.hasTable(table) && catalog.table(table).hasField(name));
    case 'definition':
      return false;
    default:
      return true;
  }
}
