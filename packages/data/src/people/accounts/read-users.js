/** @import { PeopleParts } from './index.js' */
/** @import { Actor } from '@plinth/plugin' */
import { AppError } from '@plinth/plugin';
import { nameOrder } from '../../postgres/sql/text-order.js';
import { asUuid, k } from '../../postgres/sql/index.js';
import { requireAdmin } from '../../rules/rights/require-admin.js';

const PAGE = 50;
/**
 * `roles` are the user's own; those from groups come in addition.
 *
 * @typedef {{ id: string, name: string, email: string, locale: string | null, picture: string | null, roles: string[],
 *   groups: { name: string, label: string }[], disabled: boolean, hasPassword: boolean, createdAt: string,
 *   lastLoginAt: string | null }} UserRecord
 */

/** Users as admins see them. @param {Pick<PeopleParts, 'db' | 'catalog'>} parts */
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
    const { rows } = await db.query(selectUsers(catalog()).where('u.id', asUuid(id)));
    if (rows.length === 0) throw userNotFound();
    return record(rows[0]);
  }

  return {
    get,

    /**
     * A page of users by name; `after` continues behind the last one of the previous page.
     *
     * @param {Actor} actor @param {{ search?: string | null, after?: string | null, limit?: number }} [options]
     * @returns {Promise<{ users: UserRecord[], next: string | null }>}
     */
    async list(actor, { search, after, limit = PAGE } = {}) {
      requireAdmin(actor);
      const order = k.raw(nameOrder('u.name', catalog()));
      const query = selectUsers(catalog())
        .orderByRaw('?, u.id', [order])
        .limit(limit + 1);
      if (search) query.whereRaw('(u.name ilike :text or u.email ilike :text)', { text: like(search) });
      if (after)
        query.whereRaw('(?, u.id) > (select ?, id from plinth.users where id = ?::uuid)', [
          order,
          k.raw(nameOrder('name', catalog())),
          asUuid(after),
        ]);
      const { rows } = await db.query(query);
      const users = rows.slice(0, limit).map(record);
      return { users, next: rows.length > limit ? users[limit - 1].id : null };
    },
  };
}

/** People whom only the sample rows of apps name go with these apps, and come back with them; not once they can log in. */
const isThere = (/** @type {any} */ query) =>
  query
    .whereNull('u.sample_of')
    .orWhereNull('u.disabled_at')
    .orWhereExists(k('plinth.objects as o').select(k.raw('1')).whereRaw('o.id = any (u.sample_of)'));

/** @param {import('@plinth/plugin').Catalog} catalog */
const selectUsers = (catalog) =>
  k('plinth.users as u')
    .where(isThere)
    .select('u.id', 'u.name', 'u.email', 'u.locale', 'u.picture', {
      disabled: k.raw('u.disabled_at is not null'),
      hasPassword: k.raw('u.password_hash is not null'),
      createdAt: 'u.created_at',
      lastLoginAt: k('plinth.user_logins as l').select('last_login_at').whereRaw('l.user_id = u.id'),
      roleIds: k.raw('array(select role_id from plinth.user_roles r where r.user_id = u.id)'),
      groups: k.raw(
        `array(select jsonb_build_object('name', g.name, 'label', g.label)
                          from plinth.group_members m join plinth.groups g on g.id = m.group_id
                         where m.user_id = u.id order by ?, g.name)`,
        [k.raw(nameOrder('g.label', catalog))],
      ),
    });

/** @param {string} text */
function like(text) {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

export function userNotFound() {
  return new AppError('USER_NOT_FOUND', 'This user does not exist', { status: 404 });
}
