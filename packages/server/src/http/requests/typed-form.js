/** @import { Request } from '../../types.d.ts' */
/** @import { AppError } from '@plinth/plugin' */
import { requireSameOrigin } from './same-origin.js';

/** Temporary refusals: the same form may be accepted a little later, or after a new login. */
const LATER = new Set([401, 429, 500, 503]);
/** Values that must not be part of a page; a form with such a value can't be offered again. */
const SECRET = /password|secret|token/i;
/** More than anybody types; a larger page would make an overload worse. */
const MOST_BYTES = 1024 * 1024;

/**
 * @typedef {{ action: string, entries: [string, string][], files: string[] }} TypedForm files: names of the files to
 *   choose again
 */

/**
 * Whether the request has a form whose input would be lost with this error.
 *
 * @param {Request} req
 * @param {AppError} error
 */
export function losesTyped(req, error) {
  const isLate = LATER.has(error.status) || error.code === 'RIGHTS_CHANGED';
  return isLate && req.method === 'POST' && hasForm(req) && !req.path.startsWith('/auth/');
}

/** Whether the request may succeed a little later. @param {Request} req @param {AppError} error */
export function mayWorkLater({ method }, { status }) {
  return method === 'GET' && status !== 401 && LATER.has(status);
}

/** Whether the request is a form post. @param {Request} req */
export function hasForm({ headers }) {
  const type = headers['content-type'] ?? '';
  const length = Number(headers['content-length'] ?? 0);
  return length > 0 && /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type);
}

/**
 * The input of a form that could not be handled, for a page that offers to send it again. Null if there is none, or if
 * it came from another site, whose input must not be offered for sending.
 *
 * @param {Request} req @param {{ origin: string }} own
 * @returns {Promise<TypedForm | null>}
 */
export async function readTyped(req, own) {
  try {
    requireSameOrigin(req, own);
    const { entries, files } = await req.sentForm();
    const size = entries.reduce((sum, [name, text]) => sum + name.length + text.length, 0);
    if (entries.length === 0 || size > MOST_BYTES || entries.some(([name]) => SECRET.test(name))) return null;
    return { action: req.originalUrl, entries, files: files.map(({ name }) => name) };
  } catch {
    return null;
  }
}
