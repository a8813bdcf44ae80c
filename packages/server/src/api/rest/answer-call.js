/** @import { Values } from '@plinth/plugin' */
/** @import { App, Handler, Request } from '../../types.d.ts' */
/** @import { Endpoint } from './endpoints.js' */
import { inSiteZone } from '@plinth/data';
import { limitCalls, mostCalls } from './limit-calls.js';
import { mismatch } from './mismatch.js';
import { readOption } from './read-option.js';
import { RIGHTS } from './rights.js';

const NO_QUERY = Object.freeze({});

/**
 * An endpoint as a handler: counts the call, checks the right, reads query and body, and sends the result of `handle`.
 *
 * @param {App} app @param {Endpoint} endpoint @returns {Handler}
 */
export function handlerOf(app, endpoint) {
  const { input = {}, right } = endpoint;
  const { open } = RIGHTS[right];
  const handle = endpoint.handle(app);
  const options = endpoint.path.includes(':table') ? [] : Object.entries(input.query ?? {});

  return async (req, res) => {
    if (mostCalls(req) > 0) await limitCalls(app, req);
    const table = /** @type {any} */ (open(app, req));
    const query = options.length === 0 ? NO_QUERY : queryOf(req, options);
    const body = input.body === undefined ? undefined : await bodyOf(req, input);
    const value = await handle({ req, res, actor: inSiteZone(req.ctx.actor), table, query, body });
    if (value === undefined) return;
    await app.data.fairness.nextPiece();
    res.json(value);
  };
}

/** @param {Request} req @param {[string, Values][]} options */
function queryOf(req, options) {
  return Object.fromEntries(
    options.map(([name, schema]) => [name, readOption(name, schema, req.query.get(name) ?? undefined)]),
  );
}

/** @param {Request} req @param {NonNullable<Endpoint['input']>} input */
async function bodyOf(req, { body: schema, isOptional, maxBytes, refuse }) {
  const body = isOptional && !hasBody(req) ? {} : await req.json({ maxBytes, any: true });
  if (refuse && mismatch(/** @type {object} */ (schema), body)) throw refuse();
  return body;
}

/** @param {Request} req */
const hasBody = ({ headers }) =>
  Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
