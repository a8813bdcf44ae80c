/** @import { Catalog, Row } from '@plinth/plugin' */
import { ADMIN, AppError, isAdmin } from '@plinth/plugin';
import { k } from '../../postgres/sql/index.js';

/** Changes of who is an admin run one at a time. @param {{ query(statement: unknown): Promise<unknown> }} tx */
export const lockAdmins = (tx) => tx.query(k.select(k.raw("pg_advisory_xact_lock(hashtext('plinth.admins'))")));

/**
 * Whether nobody else could manage the server. Takes a lock, so that two admins can't remove each other at the same
 * time.
 *
 * @param {{ query(statement: unknown): Promise<{ rows: Row[] }> }} tx @param {Catalog} catalog @param {string} userId
 */
async function isLastAdmin(tx, catalog, userId) {
  await lockAdmins(tx);
  return !(await hasAdmin(tx, catalog, userId));
}

/**
 * Whether an admin can log in through a role of their own. Roles from groups don't count, since a group can be changed
 * with one click.
 *
 * @param {{ query(statement: unknown): Promise<{ rows: Row[] }> }} tx @param {Catalog} catalog
 * @param {string | null} [apartFrom] user id
 */
export async function hasAdmin(tx, catalog, apartFrom = null) {
  const ids = catalog.roles.filter((role) => role.name === ADMIN).map((role) => role.id);
  const { rows } = await tx.query(
    k('plinth.user_roles as r')
      .join('plinth.users as u', 'u.id', 'r.user_id')
      .select(k.raw('1'))
      .whereIn('r.role_id', ids)
      .whereNull('u.disabled_at')
      .whereRaw('u.id is distinct from ?::uuid', [apartFrom])
      .limit(1),
  );
  return rows.length > 0;
}

/**
 * Whether anybody can manage the server, including through a group.
 *
 * @param {{ query(statement: unknown): Promise<{ rows: Row[] }> }} tx @param {Catalog} catalog
 */
export async function isManaged(tx, catalog) {
  if (await hasAdmin(tx, catalog)) return true;
  const ids = catalog.roles.filter((role) => role.name === ADMIN).map((role) => role.id);
  const { rows } = await tx.query(
    k('plinth.group_roles as r')
      .join('plinth.group_members as m', 'm.group_id', 'r.group_id')
      .join('plinth.users as u', 'u.id', 'm.user_id')
      .select(k.raw('1'))
      .whereIn('r.role_id', ids)
      .whereNull('u.disabled_at')
      .limit(1),
  );
  return rows.length > 0;
}

/**
 * @param {{ query(statement: unknown): Promise<{ rows: Row[] }> }} tx @param {Catalog} catalog
 * @param {{ id: string, roles: string[] }} user who is about to lose the rights
 * @throws {AppError} LAST_ADMIN (409)
 */
export async function refuseLastAdmin(tx, catalog, user) {
  if (!isAdmin(user) || !(await isLastAdmin(tx, catalog, user.id))) return;
  throw new AppError('LAST_ADMIN', 'This is the last admin. Without them, nobody could manage this server', {
    status: 409,
    hint: 'Make someone else an admin first',
  });
}
