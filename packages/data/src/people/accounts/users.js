/** @import { PeopleParts } from './index.js' */
/** @import { Actor } from '@plinth/plugin' */
/** @import { Transaction } from '../../postgres/database/transaction.js' */
/** @import { UserRecord } from './read-users.js' */
import { isAdmin } from '@plinth/plugin';
import { k } from '../../postgres/sql/index.js';
import { takeOver } from '../../postgres/errors/changed-meanwhile.js';
import { createNote, replaceGroups } from './group-members.js';
import { insertUser, replaceRoles } from './insert-user.js';
import { refuseLastAdmin } from './last-admin.js';
import { checkPerson, emailTaken, isEmailClash } from './person-input.js';
import { createReadUsers, userNotFound } from './read-users.js';
import { checkRoles, requireAdmin } from '../../rules/rights/require-admin.js';
import { createUserStatus } from './user-status.js';

/** User management for admins. @param {PeopleParts} parts */
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
     * @param {{ name: string, email: string, password?: string | null, roles?: string[], locale?: string | null,
     *   groups?: string[] }} input
     *   without a password, the user needs a reset link to log in
     * @returns {Promise<UserRecord>}
     */
    async create(actor, { name, email, password, roles = [], locale = null, groups = [] }) {
      requireAdmin(actor);
      const person = checkPerson(password ? { name, email, password } : { name, email });
      const ids = checkRoles(catalog(), roles);
      const hash = password ? await hasher.hash(password) : null;
      const made = await db.transaction(async (tx) => {
        const id = await insertUser(parts, { ...person, hash, locale, roleIds: ids }, tx);
        const what = roles.join(', ');
        await events.add('user-made', { by: actor.userId, address: actor.address, about: id, what }, tx);
        for (const { name: group, change } of await replaceGroups(tx, id, groups))
          await note(actor, group, [change], id, tx);
        return id;
      });
      return get(actor, made);
    },

    /**
     * @param {Actor} actor @param {string} id
     * @param {{ name?: string, email?: string, roles?: string[], locale?: string | null, groups?: string[] }} input
     * @param {{ seen?: { name?: string, email?: string } }} [form] seen: name and address as the form was opened with them
     * @returns {Promise<UserRecord>}
     * @throws {AppError} INPUT_INVALID, CHANGED_MEANWHILE, LAST_ADMIN
     */
    async update(actor, id, input, { seen } = {}) {
      const before = await get(actor, id);
      const { locale = before.locale, roles, groups } = input;
      const typed = typedOf(input);
      const ids = roles ? checkRoles(catalog(), roles) : null;
      try {
        await db.transaction(async (tx) => {
          if (roles && !isAdmin({ roles })) await refuseLastAdmin(tx, catalog(), before);
          await writePerson(tx, actor, before.id, { typed, seen, locale });
          const moves = groups ? await replaceGroups(tx, before.id, groups) : [];
          for (const { name: group, change } of moves) await note(actor, group, [change], before.id, tx);
          if (!ids) return;
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

  /**
   * @param {Transaction} tx @param {Actor} actor @param {string} id
   * @param {{ typed: Record<string, string>, seen?: Record<string, string>, locale: string | null }} input
   */
  async function writePerson(tx, actor, id, { typed, seen, locale }) {
    const { rows } = await tx.query(k('plinth.users').select('name', 'email').where('id', id).forNoKeyUpdate());
    if (rows.length === 0) throw userNotFound();
    const [now] = rows;
    const { name, email } = { ...now, ...takeOver(now, typed, seen) };
    await tx.query(k('plinth.users').where('id', id).update({ name, email, locale }));
    if (email !== now.email)
      await events.add('email-changed', { by: actor.userId, address: actor.address, about: id }, tx);
  }
}

/** Normalizes the given ones of name and address. @param {{ name?: string, email?: string }} input */
function typedOf({ name, email }) {
  const given = { ...(name !== undefined && { name }), ...(email !== undefined && { email }) };
  const person = checkPerson(given);
  return Object.fromEntries(Object.keys(given).map((key) => [key, person[/** @type {'name' | 'email'} */ (key)]]));
}

/**
 * @param {PeopleParts['events']} events @param {Actor} actor @param {UserRecord} before @param {readonly string[]} roles
 * @param {Transaction} tx
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
