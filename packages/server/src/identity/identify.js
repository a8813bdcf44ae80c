/** @import { IncomingMessage } from 'node:http' */
/** @import { Actor } from '@plinth/plugin' */
/** @import { App, Request, SessionInfo, UserInfo } from '../types.d.ts' */
import { bearerOf, requestActor, tokenIn } from './request-actor.js';
import { findCookie, sessionCookieName } from './cookies.js';

/**
 * Whose a session or token is.
 *
 * @typedef {{ actor: Actor, user: UserInfo, session?: SessionInfo, tokenId?: string }} Found
 * @typedef {ReturnType<typeof createIdentify>} Identify
 * @typedef {{ token: string | undefined, key: string | null }} SessionCookie key: by which the session is remembered
 */

/** @type {SessionCookie} */
const NONE = Object.freeze({ token: undefined, key: null });

/**
 * Who asks: the one place that reads cookies of sessions and tokens of programs.
 *
 * @param {{ people: App['data']['people'], secure: boolean }} parts
 */
export function createIdentify({ people, secure }) {
  const cookieName = sessionCookieName(secure);
  /** @type {WeakMap<object, SessionCookie & { header: string }>} */
  const said = new WeakMap();

  /**
   * The session that a request names. A browser says the same on each request of a connection: what was read of it, and
   * the hash of its token, which costs more than all else on the way to a page in memory, are kept with the connection.
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
     * From memory alone, which is right for who passed the freshness barrier. For pages and files: a program's token
     * counts for nothing there.
     *
     * @param {IncomingMessage} req @returns {Found | null | undefined} null: a visitor; undefined: the database has to be asked
     */
    remembered(req) {
      const { token, key } = sessionOf(req);
      return token ? (people.rememberedByKey(key) ?? undefined) : null;
    },

    /**
     * Whose token it is that a program sends, at any address. @param {Request} req @param {boolean} isFresh
     *
     * @returns {Promise<Found>} @throws TOKEN_INVALID
     */
    token: async (req, isFresh) => requestActor(people, tokenIn(req.headers.authorization ?? ''), isFresh),

    /**
     * @param {Request} req @param {boolean} isFresh whether it passed the freshness barrier
     * @returns {Promise<Found | null>} null: a visitor @throws TOKEN_INVALID
     */
    async find(req, isFresh) {
      const bearer = bearerOf(req);
      if (bearer !== null) return requestActor(people, bearer, isFresh);
      const { token } = sessionOf(req);
      return token ? people.session(token, isFresh) : null;
    },
  };
}
