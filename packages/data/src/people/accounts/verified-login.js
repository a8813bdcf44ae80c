/** @import { PeopleParts } from './index.js' */
import { sql } from '../../postgres/sql/index.js';
import { loginFailed } from './login-failed.js';
import { normaliseEmail } from './person-input.js';

/** Logging in without a Plinth password. @param {Pick<PeopleParts, 'db' | 'sessions' | 'events' | 'tell'>} parts */
export function createVerifiedLogin({ db, sessions, events, tell }) {
  return {
    /**
     * A session for somebody identified by another service. The caller guarantees that the service has verified the
     * address: with an unverified one, somebody could open another person's account.
     *
     * @param {unknown} email @param {{ address?: string, userAgent?: string }} [client]
     * @returns {Promise<{ token: string, user: { id: string, name: string, email: string, locale: string | null } }>}
     * @throws {import('@plinth/plugin').AppError} LOGIN_FAILED (401), the same for unknown and disabled
     */
    async loginVerified(email, client = {}) {
      const { rows } = await db.query(sql`
        select id, name, email, locale, password_hash
          from plinth.users
         where lower(email) = lower(${normaliseEmail(email).slice(0, 300)})
           and disabled_at is null`);
      const found = rows[0];
      if (!found) throw loginFailed();
      const { id, name, email: stored, locale } = found;
      const token = await sessions.begin(id, client, found.password_hash);
      await events.add('login', { by: id, address: client.address });
      await tell('login', { user: id, name, email: stored }, { cause: id });
      return { token, user: { id, name, email: stored, locale } };
    },
  };
}
