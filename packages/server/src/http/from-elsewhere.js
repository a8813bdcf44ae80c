/** @import { Request, Response } from '../types.d.ts' */
import { findCookie, sessionCookieName } from '../identity/cookies.js';

/** Written at a log-in beside the session; browsers send it with links from elsewhere, too. */
const NAME = 'plinth_name';

/**
 * Whether a browser follows a link from another site and so keeps back a session that is SameSite=Strict.
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
 * Opens the same address once more, this time from a page of ours: a link in a mail leads the admin to where it points
 * instead of to the log-in.
 *
 * @param {Response} res @param {readonly string[]} headers names and values that every answer carries
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
