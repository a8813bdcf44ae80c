/** @import { PeopleParts } from './index.js' */
/** @import { Actor } from '@plinth/plugin' */
import { AppError, inputInvalid, phrase } from '@plinth/plugin';
import { sql } from '../sql/index.js';
import { checkRoles, requireAdmin } from './require-admin.js';

const MOST_GROUPS = 1000;
const MOST_SHOWN = 500;

/**
 * @typedef {{ id: string, name: string, label: string, roles: string[], members: number }} Group
 * @typedef {{ id: string, name: string, email: string, disabled: boolean }} Member
 */

/**
 * Groups of people: a member has the roles of his groups besides his own. Admins keep them.
 *
 * @param {PeopleParts} parts
 */
export function createGroups({ db, catalog, sessions, events }) {
  /** @param {any} row @returns {Group} */
  const record = ({ roleIds, ...row }) => ({
    ...row,
    roles: catalog()
      .roles.filter(({ id }) => roleIds.includes(id))
      .map(({ name }) => name),
  });

  /** @param {Actor} actor @param {string} name @returns {Promise<Group>} @throws {AppError} GROUP_NOT_FOUND */
  async function get(actor, name) {
    requireAdmin(actor);
    const { rows } = await db.query(sql`${SELECT} where g.name = ${String(name)}`);
    if (rows.length === 0) throw groupNotFound(name);
    return record(rows[0]);
  }

  /** Who is asked anew who he is. @param {Group} group */
  async function forgetMembers({ id }) {
    const { rows } = await db.query(sql`select user_id as id from plinth.group_members where group_id = ${id}`);
    for (const member of rows) sessions.forget(member.id);
  }

  /**
   * For the security log.
   *
   * @param {Actor} actor @param {string} name @param {readonly string[]} changes @param {string | null} about
   * @param {import('../postgres/transaction.js').Transaction} [tx]
   */
  async function note(actor, name, changes, about, tx) {
    if (changes.length === 0) return;
    await events.add('roles-changed', { by: actor.userId, about, what: `group ${name}: ${changes.join(' ')}` }, tx);
  }

  return {
    get,

    /** All groups by their label. @param {Actor} actor @returns {Promise<Group[]>} */
    async list(actor) {
      requireAdmin(actor);
      const { rows } = await db.query(sql`${SELECT} order by lower(g.label), g.name limit ${MOST_GROUPS}`);
      return rows.map(record);
    },

    /** Members by name, the first ones of very many. @param {Actor} actor @param {string} name @returns {Promise<Member[]>} */
    async members(actor, name) {
      const { id } = await get(actor, name);
      const { rows } = await db.query(sql`
        select u.id, u.name, u.email, u.disabled_at is not null as disabled
          from plinth.group_members m
          join plinth.users u on u.id = m.user_id
         where m.group_id = ${id}
         order by lower(u.name), u.id
         limit ${MOST_SHOWN}`);
      return rows;
    },

    /**
     * @param {Actor} actor @param {{ label: string, name: string, roles?: string[] }} input
     *   `name` is what rules call it by, and stays @returns {Promise<Group>}
     * @throws {AppError} INPUT_INVALID
     */
    async create(actor, { label, name, roles = [] }) {
      requireAdmin(actor);
      const shown = checkLabel(label);
      if (typeof name !== 'string' || !NAME.test(name)) throw inputInvalid({ name: NAME_RULE });
      const ids = checkRoles(catalog(), roles);
      await db.transaction(async (tx) => {
        const { rows } = await tx.query(sql`
          insert into plinth.groups (name, label) values (${name}, ${shown}) on conflict do nothing returning id`);
        if (rows.length === 0) throw inputInvalid({ name: phrase`There is a group "${name}" already` });
        await replaceRoles(tx, rows[0].id, ids);
        await note(actor, name, signed(roles, '+'), null, tx);
      });
      return get(actor, name);
    },

    /**
     * @param {Actor} actor @param {string} name @param {{ label?: string, roles?: string[] }} input @returns {Promise<Group>}
     */
    async update(actor, name, { label, roles }) {
      const before = await get(actor, name);
      const shown = label === undefined ? before.label : checkLabel(label);
      const ids = roles ? checkRoles(catalog(), roles) : null;
      await db.transaction(async (tx) => {
        await tx.query(sql`update plinth.groups set label = ${shown} where id = ${before.id}`);
        if (!ids || !roles) return;
        await replaceRoles(tx, before.id, ids);
        const lost = before.roles.filter((role) => !roles.includes(role));
        const given = roles.filter((role) => !before.roles.includes(role));
        await note(actor, name, [...signed(given, '+'), ...signed(lost, '-')], null, tx);
      });
      await forgetMembers(before);
      return get(actor, name);
    },

    /** Its members stay, without what it gave them. @param {Actor} actor @param {string} name */
    async remove(actor, name) {
      const group = await get(actor, name);
      const { rows } = await db.query(sql`select user_id as id from plinth.group_members where group_id = ${group.id}`);
      await db.query(sql`delete from plinth.groups where id = ${group.id}`);
      await note(actor, name, signed(group.roles, '-'), null);
      for (const { id } of rows) sessions.forget(id);
    },

    /** @param {Actor} actor @param {string} name @param {string} userId @throws {AppError} GROUP_NOT_FOUND, USER_NOT_FOUND */
    async addMember(actor, name, userId) {
      const { id } = await get(actor, name);
      const { rows } = await db.query(sql`
        with person as (select id from plinth.users where id::text = ${String(userId)}),
        added as (
          insert into plinth.group_members (user_id, group_id) select id, ${id}::uuid from person on conflict do nothing)
        select id from person`);
      if (rows.length === 0) throw new AppError('USER_NOT_FOUND', 'There is no such user', { status: 404 });
      sessions.forget(rows[0].id);
      await note(actor, name, ['+member'], rows[0].id);
    },

    /** @param {Actor} actor @param {string} name @param {string} userId */
    async removeMember(actor, name, userId) {
      const { id } = await get(actor, name);
      const { rows } = await db.query(sql`
        delete from plinth.group_members where group_id = ${id} and user_id::text = ${String(userId)} returning user_id as id`);
      if (rows.length === 0) return;
      sessions.forget(rows[0].id);
      await note(actor, name, ['-member'], rows[0].id);
    },
  };
}

/**
 * Puts somebody into just these groups.
 *
 * @param {import('../postgres/transaction.js').Transaction} tx @param {string} userId @param {readonly string[]} names
 * @throws {AppError} INPUT_INVALID when one does not exist
 */
export async function replaceGroups(tx, userId, names) {
  const { rows } = await tx.query(
    sql`select id, name from plinth.groups where name = any (${names.map(String)}::text[])`,
  );
  const missing = names.find((name) => !rows.some((row) => row.name === name));
  if (missing !== undefined) throw inputInvalid({ groups: phrase`There is no group "${missing}"` });
  const ids = rows.map(({ id }) => id);
  await tx.query(sql`delete from plinth.group_members where user_id = ${userId} and group_id <> all (${ids}::uuid[])`);
  await tx.query(sql`
    insert into plinth.group_members (user_id, group_id)
    select ${userId}::uuid, id from unnest(${ids}::uuid[]) id on conflict do nothing`);
}

/** @param {import('../postgres/transaction.js').Transaction} tx @param {string} id @param {string[]} roleIds */
async function replaceRoles(tx, id, roleIds) {
  await tx.query(sql`delete from plinth.group_roles where group_id = ${id} and role_id <> all (${roleIds}::uuid[])`);
  await tx.query(sql`
    insert into plinth.group_roles (group_id, role_id)
    select ${id}::uuid, role from unnest(${roleIds}::uuid[]) role on conflict do nothing`);
}

/** @param {readonly string[]} roles @param {'+' | '-'} sign */
const signed = (roles, sign) => roles.map((role) => sign + role);

const NAME = /^[a-z][a-z0-9_]{0,62}$/;
const NAME_RULE = 'The name must begin with a letter a-z and have only a-z, 0-9 and _, at most 63 of them';

/** @param {unknown} label */
function checkLabel(label) {
  const shown = typeof label === 'string' ? label.trim().normalize('NFC') : '';
  if (!shown) throw inputInvalid({ label: 'Enter a name' });
  if (shown.length > 100) throw inputInvalid({ label: 'The name must have at most 100 characters' });
  // eslint-disable-next-line no-control-regex
  if (/[\u0000-\u001f]/.test(shown)) throw inputInvalid({ label: 'The name must be a single line' });
  return shown;
}

/** @param {string} name */
const groupNotFound = (name) =>
  new AppError('GROUP_NOT_FOUND', phrase`There is no group "${String(name)}"`, {
    status: 404,
    hint: 'Look at the list of groups',
  });

const SELECT = sql`
  select g.id, g.name, g.label,
         (select count(*)::int from plinth.group_members m where m.group_id = g.id) as members,
         array(select role_id from plinth.group_roles r where r.group_id = g.id) as "roleIds"
    from plinth.groups g`;
