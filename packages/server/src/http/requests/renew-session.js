/** @import { App, Handler } from '../../types.d.ts' */
import { sendSessionCookie } from '../identity/session-cookie.js';
import { findCookie, sessionCookieName } from '../identity/cookies.js';

/**
 * Gives the browser a new session id after a change of roles; the old one expires a few seconds later.
 *
 * @param {App} runtime @returns {Handler}
 */
export function renewSession({ data: { people }, secure }) {
  const cookieName = sessionCookieName(secure);
  return async (req, res, next) => {
    const token = req.ctx.session?.rotate
      ? await people.rotateWhenDue(findCookie(req.headers.cookie, cookieName))
      : null;
    if (token) {
      req.renewedToken = token;
      await sendSessionCookie(req, res, token, req.ctx.user);
    }
    next();
  };
}
