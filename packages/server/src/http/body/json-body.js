/** @import { Values } from '@plinth/plugin' */
/** @import { IncomingMessage } from 'node:http' */
import { LIMITS, jsonExcess } from '@plinth/data';
import { AppError, phrase } from '@plinth/plugin';
import { contentType, readBody } from './read-body.js';

/** Changing an object with more keys is cheaper than copying it. */
const MANY_KEYS = 500;
/**
 * The prototype of objects in a body: nothing that a key could reach, but a text for error messages that quote the
 * value.
 */
const BARE = Object.freeze({ __proto__: null, [Symbol.toPrimitive]: () => '{…}' });

/**
 * The JSON body of a request: an object, unless its reader says that it takes `any` value. Its objects inherit nothing
 * that a key in them can reach.
 *
 * @param {IncomingMessage} req @param {{ maxBytes?: number, maxDepth?: number, any?: boolean }} [options]
 * @returns {Promise<Values>}
 * @throws {AppError} JSON_INVALID (400), JSON_EXPECTED (415), BODY_TOO_LARGE (413)
 */
export async function readJson(req, { maxBytes = LIMITS.jsonBodyBytes, maxDepth, any = false } = {}) {
  const type = contentType(req);
  // A form on another site can send text/plain without a CORS preflight.
  if (type !== 'application/json' && !/^application\/[\w.-]+\+json$/.test(type)) {
    throw new AppError('JSON_EXPECTED', 'This address accepts JSON only', {
      status: 415,
      hint: 'Send it with Content-Type: application/json',
    });
  }
  const value = parseJson((await readBody(req, maxBytes)).toString('utf8'), { maxDepth });
  if (!any && (typeof value !== 'object' || value === null || Array.isArray(value)))
    throw invalid('The body must be a JSON object, such as {}');
  return value;
}

/** @param {string} text @param {{ maxDepth?: number }} [options] @returns {Values} */
export function parseJson(text, { maxDepth = LIMITS.jsonBodyLevels } = {}) {
  checkShape(text, maxDepth);
  let value;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw invalid('The body is not valid JSON', { cause: error });
  }
  return withoutPrototypes(value);
}

/** @param {string} text @param {number} maxDepth */
function checkShape(text, maxDepth) {
  const excess = jsonExcess(text, { levels: maxDepth, values: LIMITS.jsonBodyValues });
  if (excess === 'levels')
    throw invalid(phrase`The JSON is nested more than ${maxDepth} levels deep`, { hint: 'Use fewer levels' });
  if (excess === 'values')
    throw invalid(phrase`The JSON has more than ${LIMITS.jsonBodyValues} values`, {
      hint: 'Split it into several requests',
    });
}

/** @param {any} value @returns {Values} */
function withoutPrototypes(value) {
  if (Array.isArray(value)) return value.map(withoutPrototypes);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value);
  const clean = entries.length > MANY_KEYS ? Object.setPrototypeOf(value, BARE) : Object.create(BARE);
  for (const [key, entry] of entries) {
    if (key === '__proto__') throw invalid('"__proto__" is no name for a value');
    clean[key] = withoutPrototypes(entry);
  }
  return clean;
}

/** @param {import('@plinth/plugin').Message} message @param {{ hint?: string, cause?: unknown }} [more] */
function invalid(message, { hint, cause } = {}) {
  return new AppError('JSON_INVALID', message, { status: 400, hint, cause });
}
