/** @import { Catalog, Registry, Table } from '@plinth/plugin' */
/** @import { Fragment } from '../../../postgres/sql/index.js' */
/** @import { Reach } from '../reach.js' */
import { createHash } from 'node:crypto';
import { readExpression } from '@plinth/expressions';
import { ADMIN, AppError } from '@plinth/plugin';
import { compileCondition } from '../../expressions/compile-sql.js';
import { inlined } from '../../expressions/stored/inlined.js';
import { keyType, tableSql } from '../../../postgres/sql/physical.js';
import { visibleTo } from '../../reach/visible-to.js';
import { clock, dayOf, fixed, ident, join, quoteLiteral, sql } from '../../../postgres/sql/index.js';
import { ownerField } from '../grants.js';
import { reachOf } from '../reach.js';

export const SCHEMA = 'plinth_wall';
/** The reader, from the settings of the transaction. */
export const USER = fixed("nullif(current_setting('plinth.user', true), '')::uuid");
export const ROLES = fixed("string_to_array(current_setting('plinth.roles', true), ' ')");

/** Functions run with the rights of the tables' owner and look up names in pg_catalog only. */
export const SAFE = 'security definer set search_path = pg_catalog, pg_temp';
const HEAD = `language sql stable ${SAFE}`;

/** @typedef {{ catalog: Catalog, registry: Registry }} Names */

/**
 * A rule in a policy: a condition on the row itself, or a function if the rule uses other tables, whose own policies
 * would otherwise hide rows from it. The function runs with the rights of the tables' owner and returns the keys of all
 * rows that the rule allows, once per statement; a check row by row would run for every row of the table.
 *
 * @typedef {{ condition: Fragment, name: string | null, create: string | null, tables: readonly string[] }} PolicyRule
 */

/**
 * @param {Names} names @param {Table} table @param {string} source
 * @returns {PolicyRule | null} null: it names something that no longer exists, and allows nothing
 */
export function policyRule(names, table, source) {
  const rule = readRule(names, table, source);
  if (!rule) return null;
  const { body, tables, ofRow } = rule;
  if (ofRow) return { condition: ofRow(table.name), name: null, create: null, tables };
  const key = keyType(table);
  const text = `select t.id from ${inlined(tableSql(table))} t where (${body})`;
  const name = functionName('r', table, `${key}${text}`);
  return {
    condition: sql`${ident(table.name, 'id')} in (select ${ident(SCHEMA, name)}(${USER}, ${ROLES}))`,
    name,
    create: `create or replace function ${SCHEMA}.${name}(uuid, text[]) returns setof ${key} ${HEAD} as ${quoteLiteral(text)}`,
    tables,
  };
}

/**
 * The same for a row that is being written and may not be in its table yet: a function gets the row as its argument.
 *
 * @param {Names} names @param {Table} table @param {string} source
 * @returns {{ condition: (alias: string) => Fragment, name: string | null, create: string | null, reach: Reach } | null}
 */
export function rowRule(names, table, source) {
  const rule = readRule(names, table, source);
  if (!rule) return null;
  const { reach } = rule;
  if (rule.ofRow) return { condition: rule.ofRow, name: null, create: null, reach };
  const text = `select (${rule.body}) from (select ($3).*) t`;
  const name = functionName('w', table, text);
  return {
    condition: (alias) => sql`${ident(SCHEMA, name)}(${USER}, ${ROLES}, ${ident(alias)}.*)`,
    name,
    reach,
    // A cost high enough that the planner finds rows by their keys first.
    create: `create or replace function ${SCHEMA}.${name}(uuid, text[], ${inlined(tableSql(table))}) returns boolean ${HEAD} cost 1000 as ${quoteLiteral(text)}`,
  };
}

/**
 * Which rows of a table the reader sees, by its access list and the reader's id and roles in the transaction's
 * settings.
 *
 * @param {Names} names @param {Table} table
 * @returns {{ condition: string, functions: { name: string, create: string }[] }}
 */
export function readCondition(names, table) {
  const owner = ownerField(table);
  // Reads also return whether a row may be changed, so those rules need functions too.
  const rules = Object.values(table.access).flatMap(({ read, update, delete: remove }) =>
    [read, update, remove].flatMap((level) => (typeof level === 'object' ? [level.rule] : [])),
  );
  const functions = [...new Set(rules)].flatMap((source) => {
    const rule = policyRule(names, table, source);
    return rule?.name && rule.create ? [{ name: rule.name, create: rule.create }] : [];
  });
  const ways = Object.entries(table.access).flatMap(([role, { read }]) => {
    const has = hasRole(role);
    if (read === 'all') return [has];
    if (read === 'own') return owner ? [sql`(${has} and ${ident(table.name, owner.name)} = ${USER})`] : [];
    if (typeof read !== 'object') return [];
    const rule = policyRule(names, table, read.rule);
    return rule ? [sql`(${has} and ${rule.condition})`] : [];
  });
  return { condition: inlined(join([hasRole(ADMIN), ...ways], ' or ')), functions };
}

/** Whether the transaction's user has a role. @param {string} role */
export const hasRole = (role) => sql`${role}::text = any (${ROLES})`;

/**
 * @param {Names} names @param {Table} table @param {string} source
 * @returns {{ body: string, tables: readonly string[], reach: Reach, ofRow: ((alias: string) => Fragment) | null } |
 * null} body: of a function with user and roles as $1 and $2, on the row `t`; ofRow: the condition alone, if it uses no
 * other table
 */
function readRule({ catalog, registry }, table, source) {
  const expression = read(catalog, table, source);
  if (!expression) return null;
  const { tree, names } = expression;
  const { timeZone = 'UTC' } = catalog.settings;
  const conditionFor = (/** @type {string} */ alias, /** @type {Fragment} */ user, /** @type {Fragment} */ roles) => {
    let aliases = 0;
    return compileCondition(tree, {
      catalog,
      registry,
      timeZone,
      user,
      roles,
      ...visibleTo(catalog, table.app, names),
      alias: () => `${alias}$r${(aliases += 1)}`,
      rows: { row: { table, alias } },
      now: clock,
      today: dayOf(clock, timeZone),
    });
  };
  const condition = conditionFor('t', fixed('$1'), fixed('$2'));
  const body = inlined(condition);
  const tables = condition.reads;
  const alone = tables.every((name) => name.startsWith('('));
  const reach = reachOf(tree, table, catalog);
  return { body, tables, reach, ofRow: alone ? (alias) => conditionFor(alias, USER, ROLES) : null };
}

/** @param {string} letter @param {Table} table @param {string} text */
export function functionName(letter, table, text) {
  return `${letter}_${createHash('sha256').update(`${table.id}${text}`).digest('hex').slice(0, 24)}`;
}

/** @param {Catalog} catalog @param {Table} table @param {string} source */
function read(catalog, table, source) {
  try {
    return readExpression(source, { catalog, table, result: ['bool'] });
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
