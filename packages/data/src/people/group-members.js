/** @import { PeopleParts } from './index.js' */
/** @import { Actor } from '@plinth/plugin' */
/** @import { Group } from './read-groups.js' */
import { inputInvalid, phrase } from '@plinth/plugin';
import { asUuid, sql } from '../sql/index.js';
import { userNotFound } from './read-users.js';

const MOST_SHOWN = 500;

/** @typedef {{ id: string, name: string, email: string, disabled: boolean }} Member */

/**
 * Who is in a group.
 *
 * @param {Pick<PeopleParts, 'db' | 'sessions'>} parts @param {(actor: Actor, name: string) => Promise<Group>} get asks for an admin
 * @param {ReturnType<typeof createNote>} note
 */
export function createMembers({ db, sessions }, get, note) {
  return {
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

    /** @param {Actor} actor @param {string} name @param {string} userId @throws {AppError} GROUP_NOT_FOUND, USER_NOT_FOUND */
    async addMember(actor, name, userId) {
      const { id } = await get(actor, name);
      await db.transaction(async (tx) => {
        const { rows } = await tx.query(sql`
          with person as (select id from plinth.users where id = ${asUuid(userId)}::uuid),
          added as (
            insert into plinth.group_members (user_id, group_id) select id, ${id}::uuid from person on conflict do nothing
            returning user_id)
          select id, exists (select from added) as "isNew" from person`);
        if (rows.length === 0) throw userNotFound();
        if (rows[0].isNew) await note(actor, name, ['+member'], rows[0].id, tx);
      });
      sessions.forget(userId);
    },

    /** @param {Actor} actor @param {string} name @param {string} userId */
    async removeMember(actor, name, userId) {
      const { id } = await get(actor, name);
      await db.transaction(async (tx) => {
        const { rows } = await tx.query(sql`
          delete from plinth.group_members where group_id = ${id} and user_id = ${asUuid(userId)}::uuid returning user_id as id`);
        for (const left of rows) await note(actor, name, ['-member'], left.id, tx);
      });
      sessions.forget(userId);
    },
  };
}

/**
 * Puts somebody into just these groups.
 *
 * @param {import('../postgres/transaction.js').Transaction} tx @param {string} userId @param {readonly string[]} names
 * @returns {Promise<{ name: string, change: '+member' | '-member' }[]>} groups that he came into or left
 * @throws {AppError} INPUT_INVALID when one does not exist
 */
export async function replaceGroups(tx, userId, names) {
  const { rows } = await tx.query(
    sql`select id, name from plinth.groups where name = any (${names.map(String)}::text[])`,
  );
  const missing = names.find((name) => !rows.some((row) => row.name === name));
  if (missing !== undefined) throw inputInvalid({ groups: phrase`There is no group "${missing}"` });
  const ids = rows.map(({ id }) => id);
  const left = await tx.query(sql`
    delete from plinth.group_members m using plinth.groups g
     where m.user_id = ${userId} and m.group_id = g.id and m.group_id <> all (${ids}::uuid[])
    returning g.name, '-member' as change`);
  const came = await tx.query(sql`
    insert into plinth.group_members (user_id, group_id)
    select ${userId}::uuid, id from unnest(${ids}::uuid[]) id on conflict do nothing
    returning (select g.name from plinth.groups g where g.id = group_id) as name, '+member' as change`);
  return [...came.rows, ...left.rows];
}

/** Tells the security log of a change. @param {PeopleParts['events']} events */
export function createNote(events) {
  /**
   * @param {Actor} actor @param {string} name of the group @param {readonly string[]} changes @param {string | null} about
   * @param {import('../postgres/transaction.js').Transaction} [tx]
   */
  return async (actor, name, changes, about, tx) => {
    if (changes.length === 0) return;
    await events.add(
      'roles-changed',
      { by: actor.userId, address: actor.address, about, what: `group ${name}: ${changes.join(' ')}` },
      tx,
    );
  };
}
