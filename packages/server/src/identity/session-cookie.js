/** @import { Request, Response, UserInfo } from '../types.d.ts' */
import { sessionCookieName } from './cookies.js';

const WEEK = 7 * 24 * 3600;

/**
 * Gives the browser its session. An admin's is sent with requests only that begin on this site, unless the settings say
 * otherwise; see http/from-elsewhere.js for links in mails. Where browsers don't say where a request comes from (plain
 * http), a link could not be told from a visit, so there it is Lax. Beside the session goes the user's name for the shell's
 * script: pages themselves hold nothing personal.
 *
 * @param {Request} req @param {Response} res @param {string} token @param {UserInfo | null} user
 */
export async function sendSessionCookie(req, res, token, user) {
  const found = await req.ctx.app.data.people.session(token);
  const { strict = false, seconds: maxAge = WEEK } = found?.session ?? {};
  const isTold = req.headers['sec-fetch-site'] !== undefined;
  res.cookie(sessionCookieName(req.ctx.secure), token, { maxAge, sameSite: strict && isTold ? 'Strict' : 'Lax' });
  if (user) res.cookie('plinth_name', user.name || user.email, { maxAge, httpOnly: false });
}

/** @param {Request} req @param {Response} res */
export function clearSessionCookie(req, res) {
  res.cookie(sessionCookieName(req.ctx.secure), '', { maxAge: 0 });
  res.cookie('plinth_name', '', { maxAge: 0, httpOnly: false });
}
