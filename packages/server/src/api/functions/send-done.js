/** @import { AppFunction } from '@plinth/plugin' */
/** @import { Request, Response } from '../../types.d.ts' */
import { AppError, phrase } from '@plinth/plugin';
import { send } from '../../http/requests/respond.js';

const JSON_TYPE = 'application/json; charset=utf-8';
const NO_STORE = Object.freeze({ 'cache-control': 'private, no-store' });
/**
 * Headers that a function may set. Of those that begin with x- only its own and a few that nothing on the way acts on:
 * browsers and proxies obey others, such as x-frame-options and x-accel-redirect.
 */
const HEADERS =
  /^(cache-control|content-disposition|content-language|etag|last-modified|link|location|retry-after|x-(app-[a-z0-9-]+|robots-tag|total-count|ratelimit-[a-z]+))$/;
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
  const { body, ...wanted } = JSON.parse(text);
  const isText = typeof body === 'string';
  const head = headOf(fn, wanted, isText ? 'text/plain' : JSON_TYPE);
  const isEmpty = head.status === 204 || head.status === 304;
  send(req, res, isEmpty ? '' : isText ? body : JSON.stringify(body), head);
}

/**
 * What stands before the body of a `plinth.respond(…)`.
 *
 * @param {AppFunction} fn @param {{ status?: number, type?: unknown, headers?: Record<string, unknown> }} wanted
 * @param {string} usual type @returns {{ status: number, type: string, headers: Record<string, string> }}
 * @throws {AppError} FUNCTION_ANSWER_INVALID
 */
export function headOf(fn, { status = 200, type: given, headers: wanted }, usual) {
  if (!Number.isInteger(status) || status < 200 || status > 599) throw invalid(fn, 'status');
  const type = given === undefined ? usual : String(given).toLowerCase();
  if (!TYPE.test(type) || CODE.test(type)) throw invalid(fn, 'type');
  const headers = { ...NO_STORE, ...headersOf(fn, wanted ?? {}) };
  if (DOCUMENT.test(type)) Object.assign(headers, { 'content-security-policy': SANDBOX });
  return { status, type: type.includes('charset') ? type : `${type}; charset=utf-8`, headers };
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
    status: 500,
    hint: 'docs/reference/functions.md lists what plinth.respond accepts',
  });
}
