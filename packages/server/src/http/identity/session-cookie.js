/** @import { Request, Response, UserInfo } from '../../types.d.ts' */
import { sessionCookieName } from './cookies.js';
import { clearFace, tellFace } from './face-cookies.js';

const WEEK = 7 * 24 * 3600;

/**
 * Sets the session cookie. An admin's is SameSite=Strict unless the settings say otherwise (http/from-elsewhere.js
 * handles links in mails). Over plain http browsers don't send Sec-Fetch-Site, so there it is Lax.
 *
 * @param {Request} req @param {Response} res @param {string} token @param {UserInfo | null} user
 */
export async function sendSessionCookie(req, res, token, user) {
  const found = await req.ctx.app.data.people.session(token);
  const { strict = false, seconds: maxAge = WEEK } = found?.session ?? {};
  const isTold = req.headers['sec-fetch-site'] !== undefined;
  res.cookie(sessionCookieName(req.ctx.secure), token, { maxAge, sameSite: strict && isTold ? 'Strict' : 'Lax' });
  if (user) tellFace(res, found?.user ?? user, maxAge);
}

/** @param {Request} req @param {Response} res */
export function clearSessionCookie(req, res) {
  res.cookie(sessionCookieName(req.ctx.secure), '', { maxAge: 0 });
  clearFace(res);
}
