/** @import { Reference } from '@plinth/plugin' */
/** @import { Change, StoredCatalog } from '../types.d.ts' */
import { renameInExpression } from '../../rules/expressions/people-in.js';

/** @typedef {{ kind: string, table: string | null, from: string, to: string }} Rename table: of a field */

/** What an edit has renamed. @param {readonly Change[]} changes @param {StoredCatalog} catalog before it @returns {Rename[]} */
export const renamesOf = (changes, catalog) => changes.flatMap((change) => renameOf(change, catalog));

/** @param {Change} change @param {StoredCatalog} catalog @returns {Rename[]} */
function renameOf({ kind, parent, before, after }, catalog) {
  if (!before || !after || before.name === after.name) return [];
  const table = kind === 'field' ? (catalog.objects.get(parent ?? '')?.name ?? null) : null;
  return [{ kind, table, from: before.name, to: after.name }];
}

/**
 * A visitor of references that gives what was renamed its new name.
 *
 * @param {readonly Rename[]} renames @param {StoredCatalog} catalog before them
 * @returns {(reference: Reference) => string | undefined}
 */
export function visitRenamed(renames, catalog) {
  const roles = renames.filter(({ kind }) => kind === 'role');
  return ({ kind, name, table }) => {
    if (kind === 'expression') return roles.length > 0 ? withRoles(name, table) : undefined;
    return renames.find((one) => one.kind === kind && one.from === name && (kind !== 'field' || one.table === table))
      ?.to;
  };

  /** Expressions mention roles as a text: `"staff" in user.roles`. @param {string} source @param {string | null | undefined} name */
  function withRoles(source, name) {
    const table = name && catalog.hasTable(name) ? catalog.table(name) : null;
    return roles.reduce(
      (text, { from, to }) => renameInExpression('roles', catalog, table, text, from, to) ?? text,
      source,
    );
  }
}
