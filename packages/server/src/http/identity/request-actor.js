/** @import { IncomingMessage } from 'node:http' */
/** @import { App } from '../../types.d.ts' */
import { AppError } from '@plinth/plugin';

/** Where programs come in; a page for people takes no token. */
const PATHS = /^\/(api\/|fn\/|mcp(\/|\?|$))/;
const BEARER = /^bearer +(\S+) *$/i;

/**
 * The API token that a request brings; null: it brings none, and whose session it is counts. A header that is no token
 * gives the empty text, which is nobody's.
 *
 * @param {IncomingMessage} req
 * @returns {string | null}
 */
export function bearerOf(req) {
  const header = req.headers.authorization;
  if (header === undefined || !PATHS.test(req.url ?? '')) return null;
  return tokenIn(header);
}

/** @param {string} header */
export const tokenIn = (header) => BEARER.exec(header)?.[1] ?? '';

/**
 * Whose token this is.
 *
 * @param {App['data']['people']} people @param {string} token @param {boolean} isFresh
 * @throws {AppError} TOKEN_INVALID (401), the same for unknown, expired, revoked, and for one of a disabled user
 */
export async function requestActor(people, token, isFresh) {
  const found = await people.apiTokens.actorOf(token, isFresh);
  if (found) return found;
  throw tokenInvalid();
}

export const tokenInvalid = () =>
  new AppError('TOKEN_INVALID', 'The API token is not valid', {
    status: 401,
    hint: 'It may have expired or been revoked. Create a new one in your profile',
  });
