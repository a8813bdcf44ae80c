/** @import { PeopleParts } from './index.js' */
/** @import { Actor } from '@plinth/plugin' */
/** @import { UserRecord } from './read-users.js' */
import { sql } from '../sql/index.js';
import { createNote, replaceGroups } from './group-members.js';
import { insertUser, replaceRoles } from './insert-user.js';
import { refuseLastAdmin } from './last-admin.js';
import { checkPerson, emailTaken, isEmailClash } from './person-input.js';
import { createReadUsers } from './read-users.js';
import { checkRoles, requireAdmin } from './require-admin.js';
import { createUserStatus } from './user-status.js';

/** Users, as admins keep them. @param {PeopleParts} parts */
export function createUsers(parts) {
  const { db, catalog, hasher, sessions, events } = parts;
  const { get, list } = createReadUsers(parts);
  const note = createNote(events);

  return {
    get,
    list,
    ...createUserStatus(parts, get),

    /**
     * @param {Actor} actor
     * @param {{ name: string, email: string, password?: string | null, roles?: string[], locale?: string | null, groups?: string[] }} input
     *   without a password he needs a reset link to come in
     * @returns {Promise<UserRecord>}
     */
    async create(actor, { name, email, password, roles = [], locale = null, groups = [] }) {
      requireAdmin(actor);
      const person = checkPerson(password ? { name, email, password } : { name, email });
      const ids = checkRoles(catalog(), roles);
      const hash = password ? await hasher.hash(password) : null;
      const { id, came } = await db.transaction(async (tx) => {
        const made = await insertUser(parts, { ...person, hash, locale, roleIds: ids }, tx);
        return { id: made, came: await replaceGroups(tx, made, groups) };
      });
      await events.add('user-made', { by: actor.userId, address: actor.address, about: id, what: roles.join(', ') });
      for (const { name: group, change } of came) await note(actor, group, [change], id);
      return get(actor, id);
    },

    /**
     * @param {Actor} actor @param {string} id
     * @param {{ name?: string, email?: string, roles?: string[], locale?: string | null, groups?: string[] }} input
     * @returns {Promise<UserRecord>}
     */
    async update(actor, id, input) {
      const before = await get(actor, id);
      const { name = before.name, email = before.email, locale = before.locale, roles, groups } = input;
      const person = checkPerson({ name, email });
      const ids = roles ? checkRoles(catalog(), roles) : null;
      try {
        await db.transaction(async (tx) => {
          await tx.query(sql`
            update plinth.users
               set name = ${person.name}, email = ${person.email}, locale = ${locale}
             where id = ${before.id}`);
          const moves = groups ? await replaceGroups(tx, before.id, groups) : [];
          for (const { name: group, change } of moves) await note(actor, group, [change], before.id, tx);
          if (!ids) return;
          if (!roles?.includes('admin')) await refuseLastAdmin(tx, catalog(), before);
          await replaceRoles(tx, before.id, ids);
          await noteRoles(events, actor, before, roles ?? [], tx);
        });
      } catch (error) {
        throw isEmailClash(error) ? emailTaken() : error;
      }
      sessions.forget(before.id);
      return get(actor, before.id);
    },
  };
}

/**
 * @param {PeopleParts['events']} events @param {Actor} actor @param {UserRecord} before @param {readonly string[]} roles
 * @param {import('../postgres/transaction.js').Transaction} tx
 */
async function noteRoles(events, actor, before, roles, tx) {
  const lost = before.roles.filter((role) => !roles.includes(role)).map((role) => `-${role}`);
  const given = roles
    .filter((role) => !before.roles.includes(role) && role !== 'user' && role !== 'public')
    .map((role) => `+${role}`);
  if (lost.length + given.length === 0) return;
  await events.add(
    'roles-changed',
    { by: actor.userId, address: actor.address, about: before.id, what: [...given, ...lost].join(' ') },
    tx,
  );
}
