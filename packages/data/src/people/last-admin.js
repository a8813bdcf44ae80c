/** @import { Catalog } from '@plinth/plugin' */
import { AppError } from '@plinth/plugin';
import { sql } from '../sql/index.js';

/**
 * Whether nobody else could manage the server. Locks, so that two admins can't remove each other at the same time.
 *
 * @param {{ query(statement: any): Promise<{ rows: any[] }> }} tx @param {Catalog} catalog @param {string} userId
 */
async function isLastAdmin(tx, catalog, userId) {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext('plinth.admins'))`);
  return !(await hasAdmin(tx, catalog, userId));
}

/**
 * Whether there is an admin who can log in, by a role of his own: what a group gives may end with a click.
 *
 * @param {{ query(statement: any): Promise<{ rows: any[] }> }} tx @param {Catalog} catalog
 * @param {string | null} [apartFrom] user id
 */
export async function hasAdmin(tx, catalog, apartFrom = null) {
  const ids = catalog.roles.filter((role) => role.name === 'admin').map((role) => role.id);
  const { rows } = await tx.query(sql`
    select 1
      from plinth.user_roles r
      join plinth.users u on u.id = r.user_id
     where r.role_id = any (${ids}::uuid[])
       and u.disabled_at is null
       and u.id is distinct from ${apartFrom}::uuid
     limit 1`);
  return rows.length > 0;
}

/**
 * Whether anybody can manage the server, be it through a group.
 *
 * @param {{ query(statement: any): Promise<{ rows: any[] }> }} tx @param {Catalog} catalog
 */
export async function isManaged(tx, catalog) {
  if (await hasAdmin(tx, catalog)) return true;
  const ids = catalog.roles.filter((role) => role.name === 'admin').map((role) => role.id);
  const { rows } = await tx.query(sql`
    select 1
      from plinth.group_roles r
      join plinth.group_members m on m.group_id = r.group_id
      join plinth.users u on u.id = m.user_id
     where r.role_id = any (${ids}::uuid[])
       and u.disabled_at is null
     limit 1`);
  return rows.length > 0;
}

/**
 * @param {{ query(statement: any): Promise<{ rows: any[] }> }} tx @param {Catalog} catalog
 * @param {{ id: string, roles: string[] }} user who is about to lose his rights
 * @throws {AppError} LAST_ADMIN (409)
 */
export async function refuseLastAdmin(tx, catalog, user) {
  if (!user.roles.includes('admin') || !(await isLastAdmin(tx, catalog, user.id))) return;
  throw new AppError('LAST_ADMIN', 'This is the last admin: nobody could manage this server any more', {
    status: 409,
    hint: 'Make somebody else an admin first',
  });
}
