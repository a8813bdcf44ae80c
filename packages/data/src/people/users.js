/** @import { PeopleParts } from './index.js' */
/** @import { Actor } from '@plinth/plugin' */
import { AppError } from '@plinth/plugin';
import { empty, join, sql } from '../sql/index.js';
import { checkPerson, emailTaken, isEmailClash } from './person-input.js';
import { checkRoles, requireAdmin } from './require-admin.js';
import { isLastAdmin } from './last-admin.js';

const PAGE = 50;
/**
 * @typedef {{ id: string, name: string, email: string, locale: string | null, roles: string[], disabled: boolean,
 *   hasPassword: boolean, createdAt: string, lastLoginAt: string | null }} UserRecord
 */

/** Users, as admins keep them. @param {PeopleParts} parts */
export function createUsers(parts) {
  const { db, catalog, hasher, sessions, log } = parts;

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
    const { rows } = await db.query(sql`${SELECT} where u.id::text = ${id}`);
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
        ? sql`and (lower(u.name), u.id) > (select lower(name), id from plinth.users where id::text = ${after})`
        : empty;
      const { rows } = await db.query(sql`
        ${SELECT} where true ${wanted} ${behind} order by lower(u.name), u.id limit ${limit + 1}`);
      const users = rows.slice(0, limit).map(record);
      return { users, next: rows.length > limit ? users[limit - 1].id : null };
    },

    /**
     * @param {Actor} actor
     * @param {{ name: string, email: string, password?: string | null, roles?: string[], locale?: string | null }} input
     *   without a password he needs a reset link to come in
     * @returns {Promise<UserRecord>}
     */
    async create(actor, { name, email, password, roles = [], locale = null }) {
      requireAdmin(actor);
      const person = checkPerson(password ? { name, email, password } : { name, email });
      const ids = checkRoles(catalog(), roles);
      const hash = password ? await hasher.hash(password) : null;
      const id = await insertUser(parts, { ...person, hash, locale, roleIds: ids });
      log.info('user created', { user: id, by: actor.userId, roles });
      return get(actor, id);
    },

    /**
     * @param {Actor} actor @param {string} id
     * @param {{ name?: string, email?: string, roles?: string[], locale?: string | null }} input
     * @returns {Promise<UserRecord>}
     */
    async update(actor, id, input) {
      const before = await get(actor, id);
      const { name = before.name, email = before.email, locale = before.locale, roles } = input;
      const person = checkPerson({ name, email });
      const ids = roles ? checkRoles(catalog(), roles) : null;
      try {
        await db.transaction(async (tx) => {
          await tx.query(sql`
            update plinth.users
               set name = ${person.name}, email = ${person.email}, locale = ${locale}
             where id = ${before.id}`);
          if (!ids) return;
          await refuseLastAdmin(tx, before, !roles?.includes('admin'));
          await replaceRoles(tx, before.id, ids);
        });
      } catch (error) {
        throw isEmailClash(error) ? emailTaken() : error;
      }
      sessions.forget(before.id);
      if (roles) log.info('roles changed', { user: before.id, by: actor.userId, roles });
      return get(actor, before.id);
    },

    /** Ends everything that he has open, at once. @param {Actor} actor @param {string} id @param {boolean} [disabled] */
    async disable(actor, id, disabled = true) {
      const before = await get(actor, id);
      await db.transaction(async (tx) => {
        if (disabled) await refuseLastAdmin(tx, before, true);
        await tx.query(sql`
          update plinth.users
             set disabled_at = case when ${disabled} then coalesce(disabled_at, now()) end
           where id = ${before.id}`);
      });
      sessions.forget(before.id);
      log.info(disabled ? 'user disabled' : 'user enabled', { user: before.id, by: actor.userId });
      return get(actor, before.id);
    },

    /** @param {Actor} actor @param {string} id */
    async remove(actor, id) {
      const before = await get(actor, id);
      await db.transaction(async (tx) => {
        await refuseLastAdmin(tx, before, true);
        await tx.query(sql`delete from plinth.users where id = ${before.id}`);
      });
      sessions.forget(before.id);
      log.info('user removed', { user: before.id, by: actor.userId });
    },

    /** Ends all his sessions. @param {Actor} actor @param {string} id @param {string} password */
    async setPassword(actor, id, password) {
      const user = await get(actor, id);
      checkPerson({ password });
      const hash = await hasher.hash(password);
      await db.query(sql`update plinth.users set password_hash = ${hash} where id = ${user.id}`);
      await sessions.endAll(user.id);
      log.info('password set', { user: user.id, by: actor.userId });
    },
  };

  /** @param {import('../postgres/transaction.js').Transaction} tx @param {UserRecord} user @param {boolean} losing */
  async function refuseLastAdmin(tx, user, losing) {
    if (losing && user.roles.includes('admin') && (await isLastAdmin(tx, catalog(), user.id))) throw lastAdmin();
  }
}

const SELECT = sql`
  select u.id, u.name, u.email, u.locale, u.disabled_at is not null as disabled,
         u.password_hash is not null as "hasPassword",
         u.created_at as "createdAt", u.last_login_at as "lastLoginAt",
         array(select role_id from plinth.user_roles r where r.user_id = u.id) as "roleIds"
    from plinth.users u`;

/**
 * @param {PeopleParts} parts
 * @param {{ name: string, email: string, hash: string | null, locale?: string | null, roleIds: string[] }} user
 * @param {import('../postgres/transaction.js').Transaction} [inside] a transaction that it belongs to
 * @returns {Promise<string>} id
 */
export async function insertUser({ db }, { name, email, hash, locale = null, roleIds }, inside) {
  /** @param {import('../postgres/transaction.js').Transaction} tx */
  const work = async (tx) => {
    const { rows } = await tx.query(sql`
      insert into plinth.users (name, email, password_hash, locale)
      values (${name}, ${email}, ${hash}, ${locale})
      returning id`);
    await replaceRoles(tx, rows[0].id, roleIds);
    return rows[0].id;
  };
  try {
    return await (inside ? work(inside) : db.transaction(work));
  } catch (error) {
    throw isEmailClash(error) ? emailTaken() : error;
  }
}

/** @param {import('../postgres/transaction.js').Transaction} tx @param {string} userId @param {string[]} ids */
async function replaceRoles(tx, userId, ids) {
  await tx.query(sql`delete from plinth.user_roles where user_id = ${userId} and role_id <> all (${ids}::uuid[])`);
  if (ids.length === 0) return;
  const rows = join(ids.map((id) => sql`(${userId}::uuid, ${id}::uuid)`));
  await tx.query(sql`insert into plinth.user_roles (user_id, role_id) values ${rows} on conflict do nothing`);
}

/** @param {string} text */
function like(text) {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

function userNotFound() {
  return new AppError('USER_NOT_FOUND', 'There is no such user', { status: 404 });
}

function lastAdmin() {
  return new AppError('LAST_ADMIN', 'This is the last admin: nobody could manage this server any more', {
    status: 409,
    hint: 'Make somebody else an admin first',
  });
}
