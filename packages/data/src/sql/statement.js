import { createHash } from 'node:crypto';
/** @import { Fragment } from './fragment.js' */
import { Param } from './fragment.js';

/**
 * What a connection runs; a `name` makes it a prepared statement.
 * @typedef {{ text: string, values?: unknown[], name?: string, rowMode?: 'array' }} Statement
 */

/**
 * Numbers the values of a fragment.
 *
 * @param {Fragment} fragment
 * @param {Record<string, unknown>} [params] values of its `param(name)`s
 * @returns {{ text: string, values: unknown[] }}
 */
export function toStatement(fragment, params = {}) {
  return { text: textOf(fragment), values: bind(fragment.values, params) };
}

/**
 * Compiles a fragment once for many runs. The name follows from the text, so equal statements share a plan.
 *
 * @typedef {{ text: string, name: string, reads: readonly string[], bind(params: Record<string, unknown>): { text: string, name: string, values: unknown[] } }} Prepared
 *
 * @param {Fragment} fragment @returns {Prepared}
 */
export function prepare(fragment) {
  const text = textOf(fragment);
  const name = `p_${createHash('sha256').update(text).digest('base64url').slice(0, 24)}`;
  const { reads } = fragment;
  return { text, name, reads, bind: (params) => ({ text, name, values: bind(fragment.values, params) }) };
}

/** @param {Fragment} fragment */
function textOf(fragment) {
  let text = fragment.texts[0];
  for (let i = 1; i < fragment.texts.length; i++) text += `$${i}${fragment.texts[i]}`;
  return text;
}

/** @param {readonly unknown[]} values @param {Record<string, unknown>} params */
function bind(values, params) {
  return values.map((value) => {
    if (!(value instanceof Param)) return value;
    if (!Object.hasOwn(params, value.name)) throw new TypeError(`The statement misses its parameter "${value.name}"`);
    return params[value.name];
  });
}
