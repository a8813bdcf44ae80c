/** @import { HttpRequest, TextPart } from '@plinth/plugin' */
import { createHmac } from 'node:crypto';
import { AppError, filledText, phrase, secretIn, textParts } from '@plinth/plugin';

/**
 * @typedef {{ url: string, method: string, headers: Record<string, string>, body: string | undefined }} Filled
 * @typedef {{ outgoing: Filled, sent: string[], hidden: string[], isFixed: boolean }} FilledRequest
 *   sent: names of secrets in the request; hidden: texts that must not be shown; isFixed: whether the address names its
 *   host, so that no row decides where secrets go
 */

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

/**
 * A request with the values of its expressions and secrets.
 *
 * @param {HttpRequest} request
 * @param {{ evaluate(sources: readonly string[]): Promise<unknown[]>, clock: () => Date,
 *   secrets: Pick<import('../secrets/secrets.js').Secrets, 'values'> }} context
 * @returns {Promise<FilledRequest>}
 * @throws {AppError} HTTP_ADDRESS_INVALID, and those of expressions and secrets
 */
export async function fillRequest(request, { evaluate, clock, secrets }) {
  const named = namedIn(request);
  const results = await evaluate(named.expressions);
  const values = new Map(named.expressions.map((source, i) => [source, results[i]]));
  const known = await secrets.values([...new Set([...named.secrets, ...given(request.sign)])]);
  const secret = (/** @type {string} */ name) => String(known.get(name));
  /** @param {string} source */
  const valueOf = (source) => {
    const name = secretIn(source);
    return name === null ? values.get(source) : secret(name);
  };
  const body = bodyOf(request.body, valueOf);
  const method = request.method.toUpperCase();
  /** @type {string[]} */
  const hidden = [...known.values()];
  const headers = {
    ...(body && { 'content-type': body.type }),
    ...Object.fromEntries(
      (request.headers ?? []).map(({ name, value }) => [name.toLowerCase(), filled(value, valueOf)]),
    ),
    ...authOf(request.auth, { valueOf, secret, hidden }),
    ...(request.key && method !== 'GET' && { 'idempotency-key': request.key }),
    ...(request.sign && { 'plinth-signature': signatureOf(secret(request.sign), body?.text ?? '', clock()) }),
  };
  const url = addressOf(request.url, valueOf);
  const outgoing = { url: url.text, method, headers, body: body?.text };
  return { outgoing, sent: named.secrets, hidden, isFixed: url.isFixed };
}

/**
 * `Plinth-Signature`: the time, and an HMAC of time and body, so that an old request can't be sent again.
 *
 * @param {string} secret @param {string} body @param {Date} now
 */
export function signatureOf(secret, body, now) {
  const time = Math.floor(now.getTime() / 1000);
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}

/** All expressions and secrets of a request, once each. @param {HttpRequest} request */
function namedIn({ url, headers = [], body, auth }) {
  const texts = [url, ...headers.map(({ value }) => value), auth?.user ?? ''];
  const values = body && 'values' in body ? body.values : [];
  if (body && 'text' in body) texts.push(body.text);
  for (const value of values) if ('text' in value) texts.push(value.text);
  const sources = new Set([
    ...texts.flatMap((text) => textParts(text).flatMap((part) => ('expression' in part ? [part.expression] : []))),
    ...values.flatMap((value) => ('expression' in value ? [value.expression] : [])),
  ]);
  const secrets = [...sources].flatMap((source) => given(secretIn(source)));
  return {
    expressions: [...sources].filter((source) => secretIn(source) === null),
    secrets: [...new Set([...secrets, ...given(auth?.secret)])],
  };
}

/** @param {string | null | undefined} name */
const given = (name) => (name ? [name] : []);

/** @param {string} template @param {(source: string) => unknown} valueOf */
const filled = (template, valueOf) => joined(textParts(template), valueOf, (value) => value);

/** @param {readonly TextPart[]} parts @param {(source: string) => unknown} valueOf @param {(value: string) => string} change */
const joined = (parts, valueOf, change) =>
  filledText(parts, {
    shown: (source) => change(asText(valueOf(source))),
    holds: (source) => valueOf(source) === true,
  });

/** @param {unknown} value JSON-safe */
function asText(value) {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * Values become parts of the address and can't change its structure; only one at the very start may be an address.
 *
 * @param {string} template @param {(source: string) => unknown} valueOf
 */
function addressOf(template, valueOf) {
  const parts = textParts(template.trim());
  const start = parts[0] && isValue(parts[0]) ? 1 : 0;
  const own = parts.findIndex((part) => !('text' in part) && !(isValue(part) && secretIn(part.expression) !== null));
  const fixed = joined(own < 0 ? [] : parts.slice(0, own), valueOf, (value) => value);
  return {
    text: joined(parts.slice(0, start), valueOf, (value) => value) + joined(parts.slice(start), valueOf, encoded),
    isFixed: own < 0 || /^https?:\/\/[^/?#]+[/?#]/i.test(fixed),
  };
}

/** @param {TextPart} part @returns {part is { expression: string }} */
const isValue = (part) => 'expression' in part && !('mark' in part);

/** @param {string} value */
function encoded(value) {
  // These would lead to another folder, even encoded.
  if (/^(\.|%2e){1,2}$/i.test(value))
    throw new AppError('HTTP_ADDRESS_INVALID', phrase`"${value}" can't be part of the address`, { status: 422 });
  return encodeURIComponent(value.toWellFormed());
}

/** @param {HttpRequest['body']} body @param {(source: string) => unknown} valueOf @returns {{ type: string, text: string } | null} */
function bodyOf(body, valueOf) {
  if (!body) return null;
  if (body.type === 'text')
    return { type: body.contentType || 'text/plain; charset=utf-8', text: filled(body.text, valueOf) };
  const values = body.values.map((value) => [
    value.name,
    'text' in value ? filled(value.text, valueOf) : (valueOf(value.expression) ?? null),
  ]);
  if (body.type === 'form') {
    const entries = values.map(([name, value]) => [String(name), asText(value)]);
    return { type: FORM_TYPE, text: new URLSearchParams(entries).toString() };
  }
  return { type: JSON_TYPE, text: JSON.stringify(nested(/** @type {[string, unknown][]} */ (values))) };
}

/** `{ "customer.name": "Ada" }` to `{ customer: { name: "Ada" } }`. @param {[string, unknown][]} values */
function nested(values) {
  /** @type {any} */
  const root = Object.create(null);
  for (const [name, value] of values) {
    const steps = name.split('.');
    const last = /** @type {string} */ (steps.pop());
    let at = root;
    for (const step of steps) {
      if (typeof at[step] !== 'object' || at[step] === null) at[step] = Object.create(null);
      at = at[step];
    }
    at[last] = value;
  }
  return root;
}

/**
 * @param {HttpRequest['auth']} auth
 * @param {{ valueOf(source: string): unknown, secret(name: string): string, hidden: string[] }} with
 * @returns {Record<string, string>}
 */
function authOf(auth, { valueOf, secret, hidden }) {
  if (!auth?.secret) return {};
  if (auth.type === 'bearer') return { authorization: `Bearer ${secret(auth.secret)}` };
  const pair = Buffer.from(`${filled(auth.user ?? '', valueOf)}:${secret(auth.secret)}`).toString('base64');
  hidden.push(pair);
  return { authorization: `Basic ${pair}` };
}
