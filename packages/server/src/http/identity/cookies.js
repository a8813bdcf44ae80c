/** @import { CookieOptions } from '../../types.d.ts' */

/**
 * The cookies of a request. The first of each name wins, since browsers send the one with the longest path first.
 *
 * @param {string | undefined} header
 * @returns {Record<string, string>}
 */
export function parseCookies(header) {
  /** @type {Record<string, string>} */
  const cookies = Object.create(null);
  if (!header) return cookies;
  for (const part of header.split(';')) {
    const equals = part.indexOf('=');
    if (equals < 0) continue;
    const name = part.slice(0, equals).trim();
    if (name in cookies) continue;
    cookies[name] = decode(part.slice(equals + 1).trim());
  }
  return cookies;
}

/**
 * One cookie of a request, the first of its name.
 *
 * @param {string | undefined} header @param {string} name @returns {string | undefined}
 */
export function findCookie(header, name) {
  if (header === undefined) return undefined;
  for (let at = header.indexOf(name); at >= 0; at = header.indexOf(name, at + 1)) {
    const before = header.slice(0, at).trimEnd();
    const equals = header.slice(at + name.length).trimStart();
    if ((before !== '' && !before.endsWith(';')) || !equals.startsWith('=')) continue;
    const end = equals.indexOf(';');
    return decode((end < 0 ? equals.slice(1) : equals.slice(1, end)).trim());
  }
  return undefined;
}

/**
 * One Set-Cookie line. Values are percent-encoded, so that no text can end the line or add attributes.
 *
 * @param {string} name @param {string} value
 * @param {CookieOptions & { secure: boolean }} options `maxAge` in seconds; 0 deletes
 */
export function cookieLine(name, value, { maxAge, httpOnly = true, sameSite = 'Lax', secure }) {
  let line = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=${sameSite}`;
  if (maxAge !== undefined) line += `; Max-Age=${Math.floor(maxAge)}`;
  if (httpOnly) line += '; HttpOnly';
  if (secure) line += '; Secure';
  return line;
}

/**
 * Name of the session's cookie. The prefix makes browsers refuse it from other hosts and over http, and so it can't be
 * used without https.
 *
 * @param {boolean} secure
 */
export function sessionCookieName(secure) {
  return secure ? '__Host-plinth_session' : 'plinth_session';
}

/** @param {string} text */
function decode(text) {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
