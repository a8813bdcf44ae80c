/** @import { Catalog, Field } from '@plinth/plugin' */

/** Kept by Plinth in schema plinth, both with a uuid as key. */
export const FIXED_TARGETS = /** @type {Readonly<Record<string, string>>} */ ({
  users: 'plinth.users',
  files: 'plinth.files',
});

/**
 * What kind of key the rows have that a field points at; null where it points at nothing that is there.
 *
 * @param {Pick<Field, 'target'>} field @param {Pick<Catalog, 'hasTable' | 'table'>} catalog
 * @returns {'identity' | 'uuid' | null}
 */
export function targetKey({ target }, catalog) {
  if (!target) return null;
  if (FIXED_TARGETS[target]) return 'uuid';
  return catalog.hasTable(target) ? catalog.table(target).key : null;
}
