/** @import { PeopleParts } from './index.js' */
import { ADMIN, AppError } from '@plinth/plugin';
import { k } from '../../postgres/sql/index.js';
import { roleIds } from '../../rules/rights/actors.js';
import { isManaged, lockAdmins } from './last-admin.js';
import { checkPerson } from './person-input.js';
import { insertUser } from './insert-user.js';

/**
 * Ways to become a user without an invitation: the first admin of a new installation, and sign-up.
 *
 * @param {PeopleParts} parts
 */
export function createSignUp(parts) {
  const { db, catalog, hasher, sessions, limits, events, tell } = parts;
  let adminSeen = false;

  return {
    /** Whether this is a new installation. Asked on every visit of the start page, so the answer "no" is remembered. */
    async needsFirstAdmin() {
      adminSeen ||= await isManaged(db, catalog());
      return !adminSeen;
    },

    /**
     * @param {{ name: unknown, email: unknown, password: unknown, locale?: string | null }} input
     * @param {{ address?: string, userAgent?: string }} [client]
     * @throws {AppError} SETUP_DONE (409) if somebody else was faster
     */
    async firstAdmin(input, client = {}) {
      const { name, email, password } = checkPerson({ name: input.name, email: input.email, password: input.password });
      const locale = input.locale ?? null;
      const hash = await hasher.hash(password);
      const id = await db.transaction(async (tx) => {
        await lockAdmins(tx);
        if (await isManaged(tx, catalog())) throw setupDone();
        const made = await insertUser(parts, { name, email, hash, locale, roleIds: roleIds(catalog(), [ADMIN]) }, tx);
        await events.add('first-admin', { by: made, address: client.address }, tx);
        return made;
      });
      return { token: await sessions.begin(id, client, hash), user: { id, name, email, locale } };
    },

    /**
     * Takes the same time and gives the same response whether or not the address was free, so that it reveals nothing
     * about other users. The new user logs in afterwards.
     *
     * @param {{ name: unknown, email: unknown, password: unknown }} input @param {{ address?: string }} [client]
     * @throws {AppError} SIGN_UP_CLOSED (404), INPUT_INVALID, TOO_MANY_TRIES
     */
    async signUp(input, client = {}) {
      if (!catalog().settings.signUp) {
        throw new AppError('SIGN_UP_CLOSED', 'Sign-up is turned off', {
          status: 404,
          hint: 'Ask an administrator for an invitation',
        });
      }
      const { name, email, password } = checkPerson({ name: input.name, email: input.email, password: input.password });
      await limits.take('signup', client.address ?? '');
      const hash = await hasher.hash(password);
      const insertion = k('plinth.users').insert({ name, email, password_hash: hash }).onConflict().ignore();
      const userId = await db.transaction(async (tx) => {
        const { rows } = await tx.query(insertion.returning('id'));
        if (rows[0]) await tell('sign_up', { user: rows[0].id, name, email }, { cause: rows[0].id, on: tx });
        return rows[0]?.id ?? null;
      });
      // Also if the address was taken: the same work takes the same time.
      await events.add(userId ? 'signed-up' : 'sign-up-refused', { by: userId, address: client.address });
    },
  };
}

function setupDone() {
  return new AppError('SETUP_DONE', 'This server already has an admin', {
    status: 409,
    hint: 'Log in, or ask an admin for an invitation',
  });
}
