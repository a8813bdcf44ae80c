/** @import { Handler } from '../types.d.ts' */
import { refererPath } from '../http/local-url.js';

const MINUTES = 30;

/**
 * For what gives rights, code or secrets away: the password must have been typed a short while ago, so that an open
 * browser left alone is not enough.
 *
 * @param {{ minutes?: number }} [options]
 * @returns {Handler}
 */
export function requireRecentLogin({ minutes = MINUTES } = {}) {
  return (req, res, next) => {
    const { session } = req.ctx;
    if (session && Date.now() - session.authenticatedAt < minutes * 60_000) return next();
    const back = req.method === 'GET' ? req.originalUrl : refererPath(req, '/admin');
    res.redirect(`/auth/confirm?next=${encodeURIComponent(back)}`);
  };
}
