/** @import { App, Handler } from '../types.d.ts' */
import { sendSessionCookie } from '../auth/session-cookie.js';

/**
 * A change of roles makes the old session id worthless: the browser gets a new one.
 *
 * @param {App} runtime @returns {Handler}
 */
export function renewSession({ data: { people } }) {
  return async (req, res, next) => {
    const token = req.ctx.session?.rotate ? await people.rotateWhenDue(req.ctx.session.id) : null;
    if (token) {
      req.renewedToken = token;
      await sendSessionCookie(req, res, token, req.ctx.user);
    }
    next();
  };
}
