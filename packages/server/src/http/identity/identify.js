/** @import { IncomingMessage } from 'node:http' */
/** @import { Actor } from '@plinth/plugin' */
/** @import { App, Request, SessionInfo, UserInfo } from '../../types.d.ts' */
import { bearerOf, requestActor, tokenIn } from './request-actor.js';
import { findCookie, sessionCookieName } from './cookies.js';

/**
 * The user of a session or token.
 *
 * @typedef {{ actor: Actor, user: UserInfo, session?: SessionInfo, tokenId?: string }} Found
 * @typedef {ReturnType<typeof createIdentify>} Identify
 * @typedef {{ token: string | undefined, key: string | null }} SessionCookie key: of the session in memory
 */

/** @type {SessionCookie} */
const NONE = Object.freeze({ token: undefined, key: null });

/** @type {Promise<null>} */
const NOBODY = Promise.resolve(null);

/**
 * Identifies the user: the only code that reads session cookies and API tokens.
 *
 * @param {{ people: App['data']['people'], secure: boolean }} parts
 */
export function createIdentify({ people, secure }) {
  const cookieName = sessionCookieName(secure);
  /** @type {WeakMap<object, SessionCookie & { header: string }>} */
  const said = new WeakMap();

  /**
   * The session cookie of a request. A browser sends the same one with each request of a connection, so the parsed
   * cookie and the hash of its token, the most expensive step of a cached page, are stored with the connection.
   *
   * @param {IncomingMessage} req @returns {SessionCookie}
   */
  function sessionOf(req) {
    const header = req.headers.cookie;
    if (header === undefined) return NONE;
    const known = said.get(req.socket);
    if (known?.header === header) return known;
    const token = findCookie(header, cookieName);
    const read = { header, token, key: token ? people.sessionKey(token) : null };
    said.set(req.socket, read);
    return read;
  }

  return {
    sessionOf,

    /**
     * From memory alone, which is correct once the freshness barrier was passed. For pages and files, where API tokens
     * are not accepted.
     *
     * @param {IncomingMessage} req
     * @returns {Found | null | undefined} null: a visitor; undefined: ask the database
     */
    remembered(req) {
      const { token, key } = sessionOf(req);
      return token ? (people.rememberedByKey(key) ?? undefined) : null;
    },

    /**
     * The user of an API token, at any address. @param {Request} req @param {boolean} isFresh
     *
     * @returns {Promise<Found>} @throws TOKEN_INVALID
     */
    token: async (req, isFresh) => requestActor(people, tokenIn(req.headers.authorization ?? ''), isFresh),

    /**
     * @param {Request} req @param {boolean} isFresh whether it passed the freshness barrier
     * @returns {Promise<Found | null>} null: a visitor @throws TOKEN_INVALID
     */
    find(req, isFresh) {
      const bearer = bearerOf(req);
      if (bearer !== null) return requestActor(people, bearer, isFresh);
      const { token } = sessionOf(req);
      return token ? people.session(token, isFresh) : NOBODY;
    },
  };
}
