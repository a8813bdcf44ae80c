/** @import { Actor, Table } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
import { keyType, tableSql } from '../../postgres/sql/physical.js';
import { asCondition, predicate, USER_PARAM } from '../../rules/rights/index.js';
import { asKey, fixed, ident, join, sql, toStatement } from '../../postgres/sql/index.js';
import { MOST_COUNTED } from './effect.js';

const OPERATIONS = /** @type {const} */ (['read', 'update', 'delete']);

/** @typedef {{ counted: number, read: number, update: number, delete: number }} Reach how many of the counted rows */

/**
 * How many rows of a table somebody can reach.
 *
 * @param {Database} db @param {Actor} actor @param {Table} table
 * @returns {Promise<Reach>}
 */
export async function countReached(db, actor, table) {
  const counts = OPERATIONS.map(
    (operation) => sql`count(*) filter (where ${may(actor, table, operation)})::int as ${ident(operation)}`,
  );
  const statement = sql`select count(*)::int as counted, ${join(counts)}
    from (select * from ${tableSql(table)} limit ${MOST_COUNTED}) t`;
  const { rows } = await db.query(toStatement(statement, { [USER_PARAM]: actor.userId }));
  return rows[0];
}

/**
 * What somebody may do with each of the given rows.
 *
 * @param {Database} db @param {Actor} actor @param {Table} table @param {readonly (string | number)[]} ids
 * @returns {Promise<Map<string, { read: boolean, update: boolean, delete: boolean }>>}
 */
export async function reachedOf(db, actor, table, ids) {
  const flags = OPERATIONS.map((operation) => sql`${may(actor, table, operation)} as ${ident(operation)}`);
  const keys = ids.map((id) => asKey(table, id));
  const statement = sql`select t.id::text as id, ${join(flags)} from ${tableSql(table)} t
    where t.id = any (${keys}::${fixed(keyType(table))}[])`;
  const { rows } = await db.query(toStatement(statement, { [USER_PARAM]: actor.userId }));
  return new Map(rows.map(({ id, ...found }) => [id, found]));
}

/** @param {Actor} actor @param {Table} table @param {typeof OPERATIONS[number]} operation */
const may = (actor, table, operation) => sql`coalesce(${asCondition(predicate(actor, table, operation, 't'))}, false)`;
