import { AppError, phrase } from '@plinth/plugin';
import { LIMITS } from '../../catalog/limits/limits.js';

/** @typedef {{ url: string, method?: string, headers?: Record<string, string>, body?: string, signal?: AbortSignal,
 *   timeout?: number, mostBytes?: number, stays?: boolean }} OutsideRequest
 *   timeout: in ms; stays: a redirect to another origin is not followed */
/** @typedef {{ url: URL, method: string, headers: Record<string, string>, body: string | undefined }} Outgoing */

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** Headers that Node sets, or that could confuse the receiver. */
const OWN_HEADER = /^(host|connection|content-length|transfer-encoding|upgrade|te|trailer|expect|keep-alive|proxy-.*)$/;
/** Not told to another site that a redirect leads to. */
const PRIVATE_HEADER = /authorization|cookie|token|secret|key|auth/;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** @param {OutsideRequest} request @returns {Outgoing} */
export function readRequest({ url, method = 'GET', headers = {}, body }) {
  const verb = String(method).toUpperCase();
  if (!METHODS.includes(verb)) throw invalid(phrase`The method must be one of ${METHODS.join(', ')}`);
  if (body !== undefined && typeof body !== 'string') throw invalid('The body must be text');
  if (body !== undefined && body.length > LIMITS.requestBodyBytes)
    throw invalid(phrase`The body has more than ${LIMITS.requestBodyBytes / 1024 ** 2} MB`);
  /** @type {Record<string, string>} */
  const type = body === undefined ? {} : { 'content-type': 'text/plain; charset=utf-8' };
  return {
    url: readUrl(url),
    method: verb,
    headers: { 'user-agent': 'Plinth', ...type, ...readHeaders(headers) },
    body,
  };
}

/** @param {unknown} text */
export function readUrl(text) {
  const url = URL.parse(String(text));
  if (!url || !/^https?:$/.test(url.protocol)) throw invalid('The address must start with http:// or https://');
  if (url.username || url.password) throw invalid('The address must not contain a username or password');
  if (url.href.length > LIMITS.requestAddressCharacters)
    throw invalid(phrase`The address has more than ${LIMITS.requestAddressCharacters} characters`);
  return url;
}

/**
 * The request that a redirect asks for; null if the response is not one.
 *
 * @param {Outgoing} outgoing @param {number} status @param {string | undefined} location
 * @returns {Outgoing | null}
 */
export function redirected({ url, method, headers, body }, status, location) {
  if (!REDIRECTS.has(status) || location === undefined) return null;
  const next = readUrl(URL.parse(location, url)?.href);
  const told = next.origin === url.origin ? headers : without(headers, PRIVATE_HEADER);
  const isSame = status >= 307 || (status !== 303 && method !== 'POST') || method === 'HEAD';
  if (isSame) return { url: next, method, headers: told, body };
  return { url: next, method: 'GET', headers: without(told, /^content-/), body: undefined };
}

/** @param {Record<string, unknown>} headers @returns {Record<string, string>} with names in lower case */
function readHeaders(headers) {
  return Object.fromEntries(
    Object.entries(headers ?? {}).map(([given, value]) => {
      const name = given.toLowerCase();
      const isText = typeof value === 'string' && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
      if (!/^[\w-]{1,100}$/.test(name) || OWN_HEADER.test(name) || !isText)
        throw invalid(phrase`The header ${name.slice(0, 60)} can't be set`);
      return [name, String(value)];
    }),
  );
}

/** @param {Record<string, string>} headers @param {RegExp} pattern */
const without = (headers, pattern) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !pattern.test(name)));

/** @param {import('@plinth/plugin').Message} message */
const invalid = (message) => new AppError('OUTBOUND_INVALID', message, { status: 422 });
