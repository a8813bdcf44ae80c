/** @import { PeopleParts } from './index.js' */
import { inputInvalid, isTimeZone, phrase } from '@plinth/plugin';
import { k } from '../../postgres/sql/index.js';
import { changedMeanwhile, takeOver } from '../../postgres/errors/changed-meanwhile.js';
import { endOtherWays } from './end-other-ways.js';
import { checkNewPassword, checkPerson, emailTaken, isEmailClash, normaliseEmail } from './person-input.js';

/**
 * What users change about themselves. Only the named keys are read, so that nobody can give themselves a role or
 * another id.
 *
 * @param {PeopleParts} parts
 * @param {{ confirmPassword(userId: string, password: unknown, client?: { address?: string }): Promise<void> }} login
 */
export function createProfile({ db, hasher, sessions, events }, { confirmPassword }) {
  return {
    /**
     * A new e-mail address requires the password and ends all other sessions and API tokens, because a new password
     * could be requested through it.
     *
     * @param {string} userId
     * @param {{ name: unknown, email: unknown, locale: string | null, timeZone?: string | null, currentPassword?: unknown, seen?: { name?: string,
     *   email?: string } }} input
     *   seen: name and address as the form was opened with them
     * @param {{ sessionId?: string | null, address?: string }} [client]
     * @throws {AppError} INPUT_INVALID, CHANGED_MEANWHILE, LOGIN_FAILED
     */
    async updateProfile(userId, input, client = {}) {
      const { name, email } = checkPerson({ name: input.name, email: input.email });
      const zone = readTimeZone(input.timeZone);
      const person = () => k('plinth.users').select('name', 'email').where('id', userId);
      const nextOf = (/** @type {{ name: string, email: string }} */ now) => {
        const next = takeOver(now, { name, email }, input.seen);
        return { ...next, moves: next.email !== normaliseEmail(now.email) };
      };
      const { rows } = await db.query(person());
      const asked = rows.some((now) => nextOf(now).moves);
      if (asked) await confirmPassword(userId, input.currentPassword, client);
      try {
        await db.transaction(async (tx) => {
          const { rows: found } = await tx.query(person().forNoKeyUpdate());
          for (const now of found) {
            const next = nextOf(now);
            // Somebody changed it back while the password was being checked, so it was not asked for this.
            if (next.moves && !asked) throw changedMeanwhile({ email: now.email });
            const { name: nextName, email: nextEmail } = next;
            await tx.query(
              k('plinth.users')
                .where('id', userId)
                .update({ name: nextName, email: nextEmail, locale: input.locale ?? null, time_zone: zone }),
            );
            if (!next.moves) continue;
            await sessions.endAll(userId, client.sessionId ?? null, tx);
            await endOtherWays(tx, userId);
            await events.add('email-changed', { by: userId, address: client.address }, tx);
          }
        });
      } catch (error) {
        throw isEmailClash(error) ? emailTaken() : error;
      }
      sessions.forget(userId);
    },

    /**
     * Ends the user's other sessions and API tokens, and gives this session a new token.
     *
     * @param {string} userId @param {{ currentPassword: string, password: string }} input
     * @param {{ sessionId: string, address?: string }} client
     * @returns {Promise<string | null>} the session's new token
     */
    async changePassword(userId, { currentPassword, password }, client) {
      await confirmPassword(userId, currentPassword, client);
      const { rows } = await db.query(k('plinth.users').select('name', 'email').where('id', userId));
      checkNewPassword(password, rows[0]);
      const hash = await hasher.hash(password);
      await db.transaction(async (tx) => {
        await tx.query(k('plinth.users').where('id', userId).update({ password_hash: hash }));
        await sessions.endAll(userId, client.sessionId, tx);
        await endOtherWays(tx, userId);
        await events.add('password-changed', { by: userId, address: client.address }, tx);
      });
      sessions.forget(userId);
      return sessions.rotate(client.sessionId);
    },
  };
}

/** @param {string | null | undefined} name empty: the site's @returns {string | null} @throws {AppError} INPUT_INVALID */
function readTimeZone(name) {
  if (!name) return null;
  if (isTimeZone(name)) return name;
  throw inputInvalid({ timeZone: phrase`"${name.slice(0, 40)}" is not a time zone. Use one such as Europe/Berlin` });
}
