/** @import { PeopleParts } from './index.js' */
import { AppError } from '@plinth/plugin';
import { k } from '../../postgres/sql/index.js';
import { loginFailed } from './login-failed.js';
import { normaliseEmail } from './person-input.js';
import { isPasswordSized } from './password/password-rules.js';

/** The user with this address who may log in. @param {string} email */
export const activeUser = (email) =>
  k('plinth.users').whereRaw('lower(email) = lower(?)', [email]).whereNull('disabled_at');

/** Logging in with a password, the same for every transport. @param {PeopleParts} parts */
export function createLogin({ db, hasher, limits, sessions, events, tell }) {
  /**
   * @param {{ id: string, password_hash: string }} user @param {string} password
   * @returns {Promise<string>} the hash that is stored now
   */
  async function rehash(user, password) {
    const hash = await hasher.hash(password);
    const { rowCount } = await db.query(
      k('plinth.users').where({ id: user.id, password_hash: user.password_hash }).update({ password_hash: hash }),
    );
    if (rowCount === 1) return hash;
    // Another login was faster, or the password has changed meanwhile.
    const { rows } = await db.query(k('plinth.users').select('password_hash').where('id', user.id));
    const { matches } = await hasher.verify(password, rows[0]?.password_hash ?? null);
    if (!matches) throw loginFailed();
    return rows[0].password_hash;
  }

  return {
    /**
     * @param {unknown} email @param {unknown} password @param {{ address?: string, userAgent?: string }} [client]
     * @returns {Promise<{ token: string, user: { id: string, name: string, email: string, locale: string | null } }>}
     * @throws {AppError} LOGIN_FAILED (401), the same for unknown, disabled and wrong password; TOO_MANY_TRIES (429)
     */
    async login(email, password, client = {}) {
      const address = normaliseEmail(email).slice(0, 300);
      await limits.takeLogin(address, client.address ?? '');
      if (!address || !isPasswordSized(password)) throw loginFailed();
      const { rows } = await db.query(activeUser(address).select('id', 'name', 'email', 'locale', 'password_hash'));
      const found = rows[0] ?? null;
      const { matches, outdated } = await hasher.verify(password, found?.password_hash ?? null);
      if (!found || !matches) {
        await events.add('login-refused', { about: found?.id, address: client.address });
        throw loginFailed();
      }
      const hash = outdated ? await rehash(found, password) : found.password_hash;
      await limits.giveBackLogin(address, client.address ?? '');
      const token = await sessions.begin(found.id, client, hash);
      await events.add('login', { by: found.id, address: client.address });
      const { id, name, email: stored, locale } = found;
      await tell('login', { user: id, name, email: stored }, { cause: id });
      return { token, user: { id, name, email: stored, locale } };
    },

    /**
     * Asks a logged-in user for the password again.
     *
     * @param {string} userId @param {unknown} password
     * @param {{ address?: string }} [client]
     * @throws {AppError} LOGIN_FAILED, TOO_MANY_TRIES
     */
    async confirmPassword(userId, password, client = {}) {
      const { rows } = await db.query(k('plinth.users').select('email', 'password_hash').where('id', userId));
      const email = rows[0]?.email ?? '';
      await limits.takeLogin(email, client.address ?? '');
      const { matches } = await hasher.verify(
        isPasswordSized(password) ? password : '',
        rows[0]?.password_hash ?? null,
      );
      if (!matches) {
        await events.add('login-refused', { by: userId, about: userId, address: client.address });
        throw new AppError('LOGIN_FAILED', 'Wrong password', { status: 401 });
      }
      await limits.giveBackLogin(email, client.address ?? '');
    },
  };
}
