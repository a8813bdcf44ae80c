/** @import { Request, Response } from '../../types.d.ts' */
import { findCookie, sessionCookieName } from '../identity/cookies.js';

/** Set at login next to the session; browsers send it with links from other sites too. */
const NAME = 'plinth_name';

/**
 * Whether a browser follows a link from another site and therefore omits a session cookie that is SameSite=Strict.
 *
 * @param {Request} req @param {boolean} secure
 */
export function comesFromElsewhere({ method, headers }, secure) {
  if (headers['sec-fetch-site'] !== 'cross-site' || headers['sec-fetch-mode'] !== 'navigate') return false;
  if (method !== 'GET' || headers['sec-fetch-dest'] !== 'document') return false;
  const { cookie } = headers;
  return findCookie(cookie, NAME) !== undefined && findCookie(cookie, sessionCookieName(secure)) === undefined;
}

/**
 * Opens the same URL once more from a page of ours, so that a link in a mail leads an admin to its target instead of to
 * the login.
 *
 * @param {Response} res @param {readonly string[]} headers alternating names and values, for every response
 */
export function openAgainFromHere(res, headers) {
  const page =
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="0"><title>…</title></html>';
  res.writeHead(200, [
    ...headers,
    ...['content-type', 'text/html; charset=utf-8', 'cache-control', 'private, no-store'],
    ...['content-length', String(Buffer.byteLength(page))],
  ]);
  res.end(page);
}
