import { createHash } from 'node:crypto';
import { Fragment, Param } from './fragment.js';
import { isBuilder } from './knex.js';

/** @import { Builder } from './knex.js' */

/**
 * What a connection runs; a `name` makes it a prepared statement. isQuery: it reads rows as somebody has asked for them, so it
 * may take any time
 * @typedef {{ text: string, values?: unknown[], name?: string, rowMode?: 'array', isQuery?: boolean }} Statement
 * @typedef {string | Statement | Fragment | Builder} Query what our connections take
 * `params`: names of the parameters that it binds
 * @typedef {{ text: string, name: string, reads: readonly string[], params: ReadonlySet<string>,
 *   bind(params?: Record<string, unknown>): { text: string, name: string, values: unknown[] } }} Prepared
 */

/**
 * What a connection runs, for whatever describes it: a text, a statement, a fragment or a builder of knex.
 *
 * @param {Query} query @returns {Statement}
 */
export function asStatement(query) {
  if (typeof query === 'string') return { text: query };
  return query instanceof Fragment || isBuilder(query) ? toStatement(query) : query;
}

/**
 * Numbers the values of a fragment or a builder.
 *
 * @param {Fragment | Builder} query
 * @param {Record<string, unknown>} [params] values of its `param(name)`s
 * @returns {{ text: string, values: unknown[] }}
 */
export function toStatement(query, params = {}) {
  const { text, values } = compile(query);
  return { text, values: bind(values, params) };
}

/**
 * Compiles a fragment or a builder once for many runs; `bind` gives its parameters their values. The name follows from
 * the text, so equal statements share a plan.
 *
 * @param {Fragment | Builder} query @returns {Prepared}
 */
export function prepare(query) {
  const { text, values } = compile(query);
  const name = `p_${createHash('sha256').update(text).digest('base64url').slice(0, 24)}`;
  // Nothing that is cached is read by builders.
  const reads = query instanceof Fragment ? query.reads : [];
  const params = new Set(values.flatMap((value) => (value instanceof Param ? [value.name] : [])));
  return { text, name, reads, params, bind: (given = {}) => ({ text, name, values: bind(values, given) }) };
}

/** @param {Fragment | Builder} query @returns {{ text: string, values: readonly unknown[] }} */
function compile(query) {
  if (query instanceof Fragment) return { text: textOf(query), values: query.values };
  const { sql: text, bindings: values } = query.toSQL().toNative();
  return { text, values };
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
