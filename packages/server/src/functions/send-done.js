/** @import { AppFunction } from '@plinth/plugin' */
/** @import { Request, Response } from '../types.d.ts' */
import { AppError, phrase } from '@plinth/plugin';
import { send } from '../http/respond.js';

const JSON_TYPE = 'application/json; charset=utf-8';
const NO_STORE = Object.freeze({ 'cache-control': 'private, no-store' });
/** Headers that a function may set. */
const HEADERS =
  /^(cache-control|content-disposition|content-language|etag|last-modified|link|location|retry-after|x-[a-z0-9-]+)$/;
const TYPE = /^(text|application)\/[a-z0-9.+-]{1,100}(; ?charset=utf-8)?$/;
/** Pages of this site may load scripts and styles from it, so a function must not be one. */
const CODE = /script|css|wasm/;
/** Documents in which a browser would run scripts. */
const DOCUMENT = /html|xml/;
const SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; sandbox; frame-ancestors 'self'";

/**
 * Sends what a function returned: its value as JSON, or its `plinth.respond(…)`.
 *
 * @param {Request} req @param {Response} res @param {AppFunction} fn @param {{ text: string, isAnswer: boolean }} done
 */
export function sendDone(req, res, fn, { text, isAnswer }) {
  if (!isAnswer) return send(req, res, text, { status: 200, type: JSON_TYPE, headers: NO_STORE });
  const { body, status, type: given, headers: wanted } = JSON.parse(text);
  if (!Number.isInteger(status) || status < 200 || status > 599) throw invalid(fn, 'status');
  const isText = typeof body === 'string';
  const type = given === undefined ? (isText ? 'text/plain' : JSON_TYPE) : String(given).toLowerCase();
  if (!TYPE.test(type) || CODE.test(type)) throw invalid(fn, 'type');
  const headers = { ...NO_STORE, ...headersOf(fn, wanted ?? {}) };
  if (DOCUMENT.test(type)) Object.assign(headers, { 'content-security-policy': SANDBOX });
  const isEmpty = status === 204 || status === 304;
  const shown = isText ? body : JSON.stringify(body);
  send(req, res, isEmpty ? '' : shown, {
    status,
    type: type.includes('charset') ? type : `${type}; charset=utf-8`,
    headers,
  });
}

/** @param {AppFunction} fn @param {Record<string, unknown>} wanted */
function headersOf(fn, wanted) {
  return Object.fromEntries(
    Object.entries(wanted).map(([given, value]) => {
      const name = given.toLowerCase();
      if (!HEADERS.test(name) || !/^[\t\x20-\x7e]{0,2000}$/.test(String(value))) throw invalid(fn, given.slice(0, 60));
      return [name, String(value)];
    }),
  );
}

/** @param {AppFunction} fn @param {string} part */
function invalid({ name }, part) {
  return new AppError('FUNCTION_ANSWER_INVALID', phrase`The function "${name}" can't answer with this ${part}`, {
    ...{ status: 500, hint: 'docs/reference/functions.md lists what plinth.respond accepts' },
  });
}
