/** @import { IncomingMessage } from 'node:http' */
import { findCookie } from './cookies.js';

/** @typedef {{ token: string | undefined, key: string | null }} SessionCookie key: by which the session is remembered */

/** @type {SessionCookie} */
const NONE = Object.freeze({ token: undefined, key: null });

/**
 * The session that a request names. A browser says the same on each request of a connection: what was read of it, and
 * the hash of its token, which costs more than all else on the way to a page in memory, are kept with the connection.
 *
 * @param {{ cookieName: string, keyOf: (token: string) => string | null }} options
 */
export function createSessionCookies({ cookieName, keyOf }) {
  /** @type {WeakMap<object, SessionCookie & { header: string }>} */
  const said = new WeakMap();

  /** @param {IncomingMessage} req @returns {SessionCookie} */
  return function sessionCookieOf(req) {
    const header = req.headers.cookie;
    if (header === undefined) return NONE;
    const known = said.get(req.socket);
    if (known?.header === header) return known;
    const token = findCookie(header, cookieName);
    const read = { header, token, key: token ? keyOf(token) : null };
    said.set(req.socket, read);
    return read;
  };
}
