/** @import { Catalog, Registry, Table } from '@plinth/plugin' */
/** @import { Fragment } from '../../sql/index.js' */
import { createHash } from 'node:crypto';
import { readExpression } from '@plinth/expressions';
import { AppError } from '@plinth/plugin';
import { compileCondition } from '../../expressions/compile-sql.js';
import { inlined } from '../../expressions/stored/inlined.js';
import { tableSql } from '../../catalog/physical.js';
import { tablesIn } from '../../rows/reading.js';
import { fixed, ident, join, quoteLiteral, sql } from '../../sql/index.js';
import { ownerField } from '../grants.js';

export const SCHEMA = 'plinth_wall';
/** Who reads, as the transaction says it. */
const USER = fixed("nullif(current_setting('plinth.user', true), '')::uuid");
const ROLES = fixed("string_to_array(current_setting('plinth.roles', true), ' ')");

/**
 * A rule in the wall: a condition on the row itself, or a function where it looks at other tables, which policies of
 * those would hide from it otherwise. It runs with the rights of the tables' owner and gives the keys of all rows that
 * the rule allows, once for a statement: asked row by row it would be asked of every row of the table.
 *
 * @typedef {{ condition: Fragment, name: string | null, create: string | null, tables: readonly string[] }} WallRule
 */

/**
 * @param {{ catalog: Catalog, registry: Registry }} names @param {Table} table @param {string} source
 * @returns {WallRule | null} null: it names something gone, and lets nobody in
 */
export function wallRule({ catalog, registry }, table, source) {
  const tree = treeOf(catalog, table, source);
  if (!tree) return null;
  const { timeZone = 'UTC' } = catalog.settings;
  const conditionFor = (/** @type {string} */ alias, /** @type {Fragment} */ user, /** @type {Fragment} */ roles) => {
    let aliases = 0;
    return compileCondition(tree, {
      ...{ catalog, registry, timeZone, user, roles },
      alias: () => `${alias}$r${(aliases += 1)}`,
      rows: { row: { table, alias } },
      now: fixed('statement_timestamp()'),
      today: sql`(statement_timestamp() at time zone ${timeZone}::text)::date`,
    });
  };
  const body = inlined(conditionFor('t', fixed('$1'), fixed('$2')));
  const tables = tablesIn(body);
  if (tables.every((name) => name.startsWith('(')))
    return { condition: conditionFor(table.name, USER, ROLES), name: null, create: null, tables };
  const key = table.key === 'uuid' ? 'uuid' : 'bigint';
  const text = `select t.id from ${inlined(tableSql(table))} t where (${body})`;
  const name = `r_${createHash('sha256').update(`${table.id}${key}${text}`).digest('hex').slice(0, 24)}`;
  const create = `create or replace function ${SCHEMA}.${name}(uuid, text[]) returns setof ${key}
    language sql stable security definer set search_path = pg_catalog, pg_temp as ${quoteLiteral(text)}`;
  return {
    condition: sql`${ident(table.name, 'id')} in (select ${ident(SCHEMA, name)}(${USER}, ${ROLES}))`,
    name,
    create,
    tables,
  };
}

/**
 * Which rows of a table the reader sees, by its access list and what the transaction says of him.
 *
 * @param {{ catalog: Catalog, registry: Registry }} names @param {Table} table
 * @returns {{ condition: string, functions: { name: string, create: string }[] }}
 */
export function wallCondition(names, table) {
  const owner = ownerField(table);
  // What may be changed is asked with what is read, so those rules have their functions too.
  const rules = Object.values(table.access).flatMap(({ read, update, delete: remove }) =>
    [read, update, remove].flatMap((level) => (typeof level === 'object' ? [level.rule] : [])),
  );
  const functions = [...new Set(rules)].flatMap((source) => {
    const rule = wallRule(names, table, source);
    return rule?.name && rule.create ? [{ name: rule.name, create: rule.create }] : [];
  });
  const ways = Object.entries(table.access).flatMap(([role, { read }]) => {
    const has = sql`${role}::text = any (${ROLES})`;
    if (read === 'all') return [has];
    if (read === 'own') return owner ? [sql`(${has} and ${ident(table.name, owner.name)} = ${USER})`] : [];
    if (typeof read !== 'object') return [];
    const rule = wallRule(names, table, read.rule);
    return rule ? [sql`(${has} and ${rule.condition})`] : [];
  });
  const all = [sql`${'admin'}::text = any (${ROLES})`, ...ways];
  return { condition: inlined(join(all, ' or ')), functions };
}

/** @param {Catalog} catalog @param {Table} table @param {string} source */
function treeOf(catalog, table, source) {
  try {
    return readExpression(source, { catalog, table, result: ['bool'] }).tree;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
