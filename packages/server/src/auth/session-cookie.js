/** @import { Request, Response, UserInfo } from '../types.d.ts' */
import { sessionCookieName } from '../http/cookies.js';

const WEEK = 7 * 24 * 3600;

/**
 * Gives the browser its session. Beside it goes the user's name for the shell's script: pages themselves hold nothing
 * personal.
 *
 * @param {Request} req @param {Response} res @param {string} token @param {UserInfo | null} user
 */
export function sendSessionCookie(req, res, token, user) {
  res.cookie(sessionCookieName(req.ctx.secure), token, { maxAge: WEEK });
  if (user) res.cookie('plinth_name', user.name || user.email, { maxAge: WEEK, httpOnly: false });
}

/** @param {Request} req @param {Response} res */
export function clearSessionCookie(req, res) {
  res.cookie(sessionCookieName(req.ctx.secure), '', { maxAge: 0 });
  res.cookie('plinth_name', '', { maxAge: 0, httpOnly: false });
}
