/** @import { Table } from '@plinth/plugin' */
/** @import { Fragment } from '../../../postgres/sql/index.js' */
/** @import { Operation } from '../grants.js' */
/** @import { Names } from './read-policy.js' */
import { ADMIN } from '@plinth/plugin';
import { inlined } from '../../expressions/stored/inlined.js';
import { tableSql } from '../../../postgres/sql/physical.js';
import { fixed, ident, join, sql } from '../../../postgres/sql/index.js';
import { ownerField } from '../grants.js';
import { afterWriting, isAskedAfter } from './constraint-triggers.js';
import { USER, hasRole, rowRule } from './read-policy.js';

/**
 * What each kind of write requires of a row, by the table's access list and the writer in the transaction's settings:
 * the same as `predicate` and `leftBehind` require for one actor.
 *
 * @param {Names} names @param {Table} table
 * @returns {{ insert: string, update: string, becomes: string, delete: string, functions: { name: string, create: string }[],
 *   triggers: string[] }} update is for the old row, becomes for the new one; triggers: for rules over rows that a
 * policy can't see yet
 */
export function writeConditions(names, table) {
  const { name } = table;
  const after = afterWriting(names, table, (operation, alias) =>
    operation === 'create' ? insertCondition(names, table, alias) : orAdmin(granted(names, table, operation, alias)),
  );
  return {
    insert: inlined(insertCondition(names, table, name, { open: true })),
    update: inlined(orAdmin(granted(names, table, 'update', name))),
    becomes: inlined(orAdmin(granted(names, table, 'update', name, { open: true }))),
    delete: inlined(orAdmin(granted(names, table, 'delete', name))),
    functions: [...ruleFunctions(names, table), ...after.functions],
    triggers: after.triggers,
  };
}

/**
 * Pairs of a many-to-many field belong to their row: whoever may change the row may change them. A row that does not
 * exist yet is being inserted by the same statement, and its own policy checks it.
 *
 * @param {Names} names @param {Table} table @returns {{ insert: string, delete: string }}
 */
export function linkConditions(names, table) {
  const from = sql`select from ${tableSql(table)} s where s.id = source`;
  const may = sql`exists (${from} and (${orAdmin(granted(names, table, 'update', 's'))}))`;
  return { insert: inlined(sql`not exists (${from}) or ${may}`), delete: inlined(may) };
}

/** @param {Names} names @param {Table} table @param {string} alias @param {{ open?: boolean }} [options] */
function insertCondition(names, table, alias, options) {
  const ways = granted(names, table, 'create', alias, options);
  const owner = ownerField(table);
  if (!owner) return orAdmin(ways);
  return orAdmin(sql`(${ways}) and (not (${reachesOwnOnly(table)}) or ${ident(alias, owner.name)} = ${USER})`);
}

/** @param {Fragment} condition */
const orAdmin = (condition) => sql`${hasRole(ADMIN)} or (${condition})`;

/**
 * @param {Names} names @param {Table} table @param {Operation} operation @param {string} alias
 * @param {{ open?: boolean }} [options] open: checks that run at the end of the statement are left out
 */
function granted(names, table, operation, alias, { open = false } = {}) {
  const owner = ownerField(table);
  const ways = Object.entries(table.access).flatMap(([role, access]) => {
    const level = access[operation];
    if (level === 'all') return [hasRole(role)];
    if (level === 'own') return owner ? [sql`(${hasRole(role)} and ${ident(alias, owner.name)} = ${USER})`] : [];
    const rule = typeof level === 'object' ? rowRule(names, table, level.rule) : null;
    if (rule && open && isAskedAfter(rule.reach)) return [hasRole(role)];
    return rule ? [sql`(${hasRole(role)} and ${rule.condition(alias)})`] : [];
  });
  return ways.length > 0 ? join(ways, ' or ') : fixed('false');
}

/** The same as left-behind.js, for the transaction's user. @param {Table} table */
function reachesOwnOnly(table) {
  const ownOnly = (/** @type {Operation} */ operation) =>
    sql`(${hasOneWith(table, operation, (level) => level === 'own')}
      and not ${hasOneWith(table, operation, (level) => level === 'all' || typeof level === 'object')})`;
  return sql`${USER} is not null and not ${hasOneWith(table, 'update', (level) => level === 'all')}
    and (${join([ownOnly('read'), ownOnly('update'), ownOnly('delete')], ' or ')})`;
}

/**
 * Whether the writer has a role with this access level. @param {Table} table @param {Operation} operation @param
 * {(level: unknown) => boolean} is
 */
function hasOneWith(table, operation, is) {
  const roles = Object.entries(table.access).flatMap(([role, access]) => (is(access[operation]) ? [role] : []));
  return roles.length > 0 ? sql`(${join(roles.map(hasRole), ' or ')})` : fixed('false');
}

/** @param {Names} names @param {Table} table */
function ruleFunctions(names, table) {
  const rules = Object.values(table.access).flatMap(({ create, update, delete: remove }) =>
    [create, update, remove].flatMap((level) => (typeof level === 'object' ? [level.rule] : [])),
  );
  return [...new Set(rules)].flatMap((source) => {
    const rule = rowRule(names, table, source);
    return rule?.name && rule.create ? [{ name: rule.name, create: rule.create }] : [];
  });
}
