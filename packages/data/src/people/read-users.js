/** @import { PeopleParts } from './index.js' */
/** @import { Actor } from '@plinth/plugin' */
import { AppError } from '@plinth/plugin';
import { asUuid, empty, sql } from '../sql/index.js';
import { requireAdmin } from './require-admin.js';

const PAGE = 50;
/**
 * `roles` are his own; what his groups give comes on top.
 *
 * @typedef {{ id: string, name: string, email: string, locale: string | null, roles: string[],
 *   groups: { name: string, label: string }[], disabled: boolean, hasPassword: boolean, createdAt: string,
 *   lastLoginAt: string | null }} UserRecord
 */

/** Users, as admins see them. @param {Pick<PeopleParts, 'db' | 'catalog'>} parts */
export function createReadUsers({ db, catalog }) {
  /** @param {any} row @returns {UserRecord} */
  const record = ({ roleIds, ...row }) => ({
    ...row,
    roles: catalog()
      .roles.filter((role) => roleIds.includes(role.id))
      .map((role) => role.name),
  });

  /** @param {Actor} actor @param {string} id @returns {Promise<UserRecord>} */
  async function get(actor, id) {
    requireAdmin(actor);
    const { rows } = await db.query(sql`${SELECT} where u.id = ${asUuid(id)}::uuid`);
    if (rows.length === 0) throw userNotFound();
    return record(rows[0]);
  }

  return {
    get,

    /**
     * Users by name, some at a time; `after` continues behind the last one of the page before.
     *
     * @param {Actor} actor @param {{ search?: string | null, after?: string | null, limit?: number }} [options]
     * @returns {Promise<{ users: UserRecord[], next: string | null }>}
     */
    async list(actor, { search, after, limit = PAGE } = {}) {
      requireAdmin(actor);
      const wanted = search ? sql`and (u.name ilike ${like(search)} or u.email ilike ${like(search)})` : empty;
      const behind = after
        ? sql`and (lower(u.name), u.id) > (select lower(name), id from plinth.users where id = ${asUuid(after)}::uuid)`
        : empty;
      const { rows } = await db.query(sql`
        ${SELECT} where true ${wanted} ${behind} order by lower(u.name), u.id limit ${limit + 1}`);
      const users = rows.slice(0, limit).map(record);
      return { users, next: rows.length > limit ? users[limit - 1].id : null };
    },
  };
}

const SELECT = sql`
  select u.id, u.name, u.email, u.locale, u.disabled_at is not null as disabled,
         u.password_hash is not null as "hasPassword",
         u.created_at as "createdAt",
         (select last_login_at from plinth.user_logins l where l.user_id = u.id) as "lastLoginAt",
         array(select role_id from plinth.user_roles r where r.user_id = u.id) as "roleIds",
         array(select jsonb_build_object('name', g.name, 'label', g.label)
                 from plinth.group_members m join plinth.groups g on g.id = m.group_id
                where m.user_id = u.id order by lower(g.label), g.name) as groups
    from plinth.users u`;

/** @param {string} text */
function like(text) {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

export function userNotFound() {
  return new AppError('USER_NOT_FOUND', 'There is no such user', { status: 404 });
}
