/** @import { Values } from '@plinth/plugin' */
import knex from 'knex';
import { quoteIdentifier } from './quote.js';

/** @import { Fragment } from './fragment.js' */
/** @import { Knex } from 'knex' */
/** @typedef {Knex.QueryBuilder | Knex.Raw} Builder something that knex builds a statement from */

/**
 * knex as a builder of SQL and nothing else: it has no connection and no pool, so a builder is handed to `query()` and
 * never awaited. Names of tables and columns pass the same check as everywhere; a dot separates schema, table and
 * column, and ` as ` starts an alias, so names that people chose go through `raw(ident(name))` unless they were checked
 * to hold neither.
 *
 * @type {Knex}
 */
export const k = knex({ client: 'pg', wrapIdentifier: (name) => (name === '*' ? name : quoteIdentifier(name)) });

/** @param {unknown} query @returns {query is Builder} */
export function isBuilder(query) {
  return typeof (/** @type {Values} */ (query)?.toSQL) === 'function';
}

/** @param {unknown} query @returns {query is Knex.SchemaBuilder} */
export function isSchemaBuilder(query) {
  return typeof (/** @type {Values} */ (query)?.createTable) === 'function';
}

/**
 * A fragment as a part of a builder: in `.where()`, among columns, or as what `.from()` reads.
 *
 * @param {Fragment} fragment @returns {Knex.Raw}
 */
export function raw({ texts, values }) {
  if (texts.slice(1, -1).includes('')) throw new TypeError('Two values stand side by side in a fragment');
  if (texts.some((text) => text.includes('\\?'))) throw new TypeError('knex would lose the backslash of a "\\?"');
  // knex takes a question mark for a value unless it is escaped.
  return k.raw(texts.map((text) => text.replaceAll('?', '\\?')).join('?'), /** @type {Values} */ ([...values]));
}

/**
 * The statements of a schema builder as texts, letter by letter what was put into it. DDL binds no values.
 *
 * @param {Knex.SchemaBuilder} builder @returns {string[]}
 */
export function ddl(builder) {
  const statements = /** @type {{ sql: string, bindings?: unknown[] }[]} */ (/** @type {unknown} */ (builder.toSQL()));
  return statements.map(({ sql, bindings = [] }) => {
    if (bindings.length > 0) throw new TypeError(`DDL can't bind values: ${sql}`);
    return sql;
  });
}
