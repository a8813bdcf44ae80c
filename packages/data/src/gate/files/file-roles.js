/** @import { Actor, Catalog, Row } from '@plinth/plugin' */
import { inputInvalid, phrase } from '@plinth/plugin';
import { roleIds, roleNames } from '../../rules/rights/actors.js';

/**
 * Roles of files and folders are stored by id and shown by name.
 *
 * @param {Catalog} catalog @param {readonly unknown[]} names @returns {string[]}
 * @throws {import('@plinth/plugin').AppError} INPUT_INVALID
 */
export function idsOfRoles(catalog, names) {
  const missing = names.find((name) => !catalog.roles.some((role) => role.name === name));
  if (missing !== undefined) throw inputInvalid({ roles: phrase`There is no role "${String(missing)}"` });
  return roleIds(catalog, names.map(String));
}

/**
 * Tells the security log who a file or folder was shared with, if that has changed.
 *
 * @param {import('../security/security-events.js').SecurityEvents | undefined} events
 * @param {Actor} actor @param {string} what such as `file "a.txt"` @param {{ before: readonly string[], after: readonly
 *   string[] }} roles names
 * @param {import('../../postgres/database/transaction.js').Transaction} tx
 */
export async function noteSharing(events, actor, what, { before, after }, tx) {
  if (before.toSorted().join() === after.toSorted().join()) return;
  const shared = `Share ${what}: ${after.join(', ') || '–'}`;
  await events?.add('rights-changed', { by: actor.userId, address: actor.address, what: shared }, tx);
}

/** Names of roles (`roles`) instead of ids (`roleIds`). @param {Catalog} catalog @param {Row} row @returns {any} */
export function withRoles(catalog, { roleIds: ids, ...row }) {
  return { ...row, roles: roleNames(catalog, ids) };
}
