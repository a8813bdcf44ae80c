/** @import { Catalog, Field, Table } from '@plinth/plugin' */
/** @import { Fragment } from '../../../postgres/sql/index.js' */
/** @import { Watch } from './watches.js' */
import { tableSql } from '../../../postgres/sql/physical.js';
import { fixed, join, quoteLiteral, sql } from '../../../postgres/sql/index.js';
import { chainOf, locksOf } from './chains.js';
import { inlined } from './inlined.js';

/**
 * What the parts of a stored formula's script share: `calculated` is its value for the row under an alias, `name` makes
 * names of functions.
 *
 * @typedef {{ catalog: Catalog, table: Table, field: Field, watches: readonly Watch[], key: string, column: Fragment,
 *   name: (suffix: string) => string, calculated: (alias: string) => Fragment }} Formula
 */

/**
 * Functions run as the owner of the tables: rights and settings of the writer must not change the value. A name that
 * could be a variable or a column is a column.
 */
const HEAD = `language plpgsql security definer set search_path = pg_catalog, pg_temp set timezone = 'UTC' set extra_float_digits = 1`;

/** @param {string} signature @param {Fragment} body */
export function functionSql(signature, body) {
  return `create function ${signature} ${HEAD} as ${quoteLiteral(`#variable_conflict use_column\n${inlined(body)}`)}`;
}

/** Calculates all rows. @param {Formula} formula */
export function fill({ table, column, calculated }) {
  return sql`update ${tableSql(table)} t set ${column} = v.value
  from (select t.id, ${calculated('t')} as value from ${tableSql(table)} t) v
  where v.id = t.id and t.${column} is distinct from v.value`;
}

/**
 * Recalculates some rows. The locks come first, in separate statements, so that the next statement reads the final
 * values.
 *
 * @param {Formula} formula
 */
export function calculateFunction({ table, column, calculated, key, name, watches }) {
  const among = sql`t.id = any (ids)`;
  const locks = locksOf(watches).map(({ steps, strength }) => {
    const { from, tie, end, to } = chainOf(steps, 't');
    const keys = sql`select ${fixed(end)}.id from ${tableSql(table)} t cross join ${from} where ${among} and ${tie}`;
    return held(sql`${tableSql(to)}`, keys, strength);
  });
  const body = sql`begin
  if cardinality(ids) = 0 then return; end if;
  perform from ${tableSql(table)} t where ${among} order by t.id for no key update;
  ${join(locks, '\n  ')}
  update ${tableSql(table)} t set ${column} = v.value
  from (select t.id, ${calculated('t')} as value from ${tableSql(table)} t where ${among}) v
  where v.id = t.id and t.${column} is distinct from v.value;
end`;
  return functionSql(`${name('_reckon')}(ids ${key}[]) returns void`, body);
}

/** A statement that locks rows. @param {Fragment} table @param {Fragment} keys @param {string} strength */
export function held(table, keys, strength) {
  return sql`perform from ${table} k where k.id in (${keys}) order by k.id for ${fixed(strength)};`;
}
