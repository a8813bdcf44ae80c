/** @import { Request } from '../types.d.ts' */
/** @import { AppError } from '@plinth/plugin' */
import { requireSameOrigin } from './same-origin.js';

/** Not what was sent was wrong, but the moment: the same form may be taken a little later, or after a new log-in. */
const LATER = new Set([401, 429, 500, 503]);
/** What must not stand in a page; without it the form would not be the same. */
const SECRET = /password|secret|token/i;
/** More than anybody types; a page that holds it all once more would only add to the trouble. */
const MOST_BYTES = 1024 * 1024;

/** @typedef {{ action: string, entries: [string, string][], files: string[] }} TypedForm files: names of what has to be chosen again */

/** Whether a form came along whose words would be lost with this error. @param {Request} req @param {AppError} error */
export function losesTyped(req, error) {
  const isLate = LATER.has(error.status) || error.code === 'RIGHTS_CHANGED';
  return isLate && req.method === 'POST' && hasForm(req) && !req.path.startsWith('/auth/');
}

/** Whether the same address may be asked again a little later. @param {Request} req @param {AppError} error */
export function mayWorkLater({ method }, { status }) {
  return method === 'GET' && status !== 401 && LATER.has(status);
}

/** Whether something was sent that a browser's form sends. @param {Request} req */
export function hasForm({ headers }) {
  const type = headers['content-type'] ?? '';
  const length = Number(headers['content-length'] ?? 0);
  return length > 0 && /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type);
}

/**
 * The words of a form that could not be taken, for a page that offers to send them again; null where there are none, or
 * where they came from elsewhere: another site's words must not wait here for a press of a button.
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
