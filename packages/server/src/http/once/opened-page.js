/** @import { Request } from '../../types.d.ts' */
import { randomBytes } from 'node:crypto';
import { findCookie } from '../identity/cookies.js';

/** Kept as long as the browser runs. */
export const OPENED = 'plinth_opened';
/** The browser and the page that it opened last. */
const SHAPE = /^([\w-]{16})\.([\w-]{8})$/;

/** Which page a browser without scripts opened last. @param {Request} req @returns {{ browser: string, page: string } | null} */
export function openedPage(req) {
  const [, browser, page] = SHAPE.exec(findCookie(req.headers.cookie, OPENED) ?? '') ?? [];
  return page ? { browser, page } : null;
}

/** The cookie's value once the browser has opened another page. @param {Request} req */
export function nextPage(req) {
  const browser = openedPage(req)?.browser ?? randomBytes(12).toString('base64url');
  return `${browser}.${randomBytes(6).toString('base64url')}`;
}
