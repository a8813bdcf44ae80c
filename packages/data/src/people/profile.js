/** @import { PeopleParts } from './index.js' */
import { sql } from '../sql/index.js';
import { revokeApiTokens } from './api-tokens.js';
import { checkPerson, emailTaken, isEmailClash, normaliseEmail } from './person-input.js';

/**
 * What users change about themselves. Nothing but the named keys is ever looked at, so that nobody can give himself
 * a role or another id.
 *
 * @param {PeopleParts} parts
 * @param {{ confirmPassword(userId: string, password: unknown, client?: { address?: string }): Promise<void> }} login
 */
export function createProfile({ db, hasher, sessions, events }, { confirmPassword }) {
  return {
    /**
     * A new e-mail address asks for the password and ends the other sessions and all API tokens: with it one could reset the password.
     *
     * @param {string} userId @param {{ name: string, email: string, locale: string | null, currentPassword?: string }} input
     * @param {{ sessionId?: string | null, address?: string }} [client]
     */
    async updateProfile(userId, input, client = {}) {
      const { name, email } = checkPerson({ name: input.name, email: input.email });
      const { rows } = await db.query(sql`select email from plinth.users where id = ${userId}`);
      const moves = rows[0] && normaliseEmail(rows[0].email) !== email;
      if (moves) await confirmPassword(userId, input.currentPassword, client);
      try {
        await db.query(sql`
          update plinth.users set name = ${name}, email = ${email}, locale = ${input.locale} where id = ${userId}`);
      } catch (error) {
        throw isEmailClash(error) ? emailTaken() : error;
      }
      if (moves) await sessions.endAll(userId, client.sessionId ?? null);
      if (moves) await revokeApiTokens(db, userId);
      if (moves) await events.add('email-changed', { by: userId, address: client.address });
      sessions.forget(userId);
    },

    /**
     * Ends all other sessions and the API tokens of the user, and gives this one a new token.
     *
     * @param {string} userId @param {{ currentPassword: string, password: string }} input
     * @param {{ sessionId: string, address?: string }} client
     * @returns {Promise<string | null>} the session's new token
     */
    async changePassword(userId, { currentPassword, password }, client) {
      await confirmPassword(userId, currentPassword, client);
      checkPerson({ password });
      const hash = await hasher.hash(password);
      await db.query(sql`update plinth.users set password_hash = ${hash} where id = ${userId}`);
      await sessions.endAll(userId, client.sessionId);
      await revokeApiTokens(db, userId);
      await events.add('password-changed', { by: userId, address: client.address });
      return sessions.rotate(client.sessionId);
    },
  };
}
