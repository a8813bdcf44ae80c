/** @import { PeopleParts } from './index.js' */
/** @import { Actor } from '@plinth/plugin' */
/** @import { Group } from './read-groups.js' */
import { inputInvalid, phrase } from '@plinth/plugin';
import { nameOrder } from '../../postgres/sql/text-order.js';
import { asUuid, k } from '../../postgres/sql/index.js';
import { userNotFound } from './read-users.js';

const MOST_SHOWN = 500;

/** @typedef {{ id: string, name: string, email: string, disabled: boolean }} Member */

/**
 * The members of a group.
 *
 * @param {Pick<PeopleParts, 'db' | 'catalog' | 'sessions'>} parts @param {(actor: Actor, name: string) => Promise<Group>} get
 *   requires an admin
 * @param {ReturnType<typeof createNote>} note
 */
export function createMembers({ db, catalog, sessions }, get, note) {
  return {
    /** The first members by name. @param {Actor} actor @param {string} name @returns {Promise<Member[]>} */
    async members(actor, name) {
      const { id } = await get(actor, name);
      const { rows } = await db.query(
        k('plinth.group_members as m')
          .join('plinth.users as u', 'u.id', 'm.user_id')
          .select('u.id', 'u.name', 'u.email', k.raw('u.disabled_at is not null as disabled'))
          .where('m.group_id', id)
          .orderByRaw('?, u.id', [k.raw(nameOrder('u.name', catalog()))])
          .limit(MOST_SHOWN),
      );
      return rows;
    },

    /** @param {Actor} actor @param {string} name @param {string} userId @throws {AppError} GROUP_NOT_FOUND, USER_NOT_FOUND */
    async addMember(actor, name, userId) {
      const { id } = await get(actor, name);
      await db.transaction(async (tx) => {
        const { rows } = await tx.query(
          k('person')
            .with('person', k('plinth.users').select('id').where('id', asUuid(userId)))
            .with(
              'added',
              k(k.raw('plinth.group_members (user_id, group_id)'))
                .insert(k('person').select('id', k.raw('?::uuid', [id])))
                .onConflict()
                .ignore()
                .returning('user_id'),
            )
            .select('id', k.raw('exists (select from added) as "isNew"')),
        );
        if (rows.length === 0) throw userNotFound();
        if (rows[0].isNew) await note(actor, name, ['+member'], rows[0].id, tx);
      });
      sessions.forget(userId);
    },

    /** @param {Actor} actor @param {string} name @param {string} userId */
    async removeMember(actor, name, userId) {
      const { id } = await get(actor, name);
      await db.transaction(async (tx) => {
        const { rows } = await tx.query(
          k('plinth.group_members')
            .where({ group_id: id, user_id: asUuid(userId) })
            .delete(['user_id as id']),
        );
        for (const left of rows) await note(actor, name, ['-member'], left.id, tx);
      });
      sessions.forget(userId);
    },
  };
}

/**
 * Puts a user into exactly these groups.
 *
 * @param {import('../../postgres/database/transaction.js').Transaction} tx @param {string} userId @param {readonly string[]} names
 * @returns {Promise<{ name: string, change: '+member' | '-member' }[]>} groups that the user joined or left
 * @throws {AppError} INPUT_INVALID when one does not exist
 */
export async function replaceGroups(tx, userId, names) {
  const { rows } = await tx.query(k('plinth.groups').select('id', 'name').whereIn('name', names.map(String)));
  const missing = names.find((name) => !rows.some((row) => row.name === name));
  if (missing !== undefined) throw inputInvalid({ groups: phrase`There is no group "${missing}"` });
  const ids = rows.map(({ id }) => id);
  const members = k('plinth.group_members');
  const named = k.raw('(select g.name from plinth.groups g where g.id = group_id) as name');
  const others = members.clone().where('user_id', userId).whereRaw('group_id <> all (?::uuid[])', [ids]);
  const left = await tx.query(others.delete(named));
  const rowsToAdd = ids.map((id) => ({ user_id: userId, group_id: id }));
  const came =
    ids.length > 0 ? await tx.query(members.insert(rowsToAdd).onConflict().ignore().returning(named)) : { rows: [] };
  const changes = (/** @type {{ name: string }[]} */ of, /** @type {'+member' | '-member'} */ change) =>
    of.map(({ name }) => ({ name, change }));
  return [...changes(came.rows, '+member'), ...changes(left.rows, '-member')];
}

/** Records a change of members in the security log. @param {PeopleParts['events']} events */
export function createNote(events) {
  /**
   * @param {Actor} actor @param {string} name of the group @param {readonly string[]} changes @param {string | null} about
   * @param {import('../../postgres/database/transaction.js').Transaction} [tx]
   */
  return async (actor, name, changes, about, tx) => {
    if (changes.length === 0) return;
    await events.add(
      'roles-changed',
      { by: actor.userId, address: actor.address, about, what: phrase`group ${name}: ${changes.join(' ')}` },
      tx,
    );
  };
}
