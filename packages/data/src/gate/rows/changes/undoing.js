/** @import { Actor, AppError, Table } from '@plinth/plugin' */
/** @import { Transaction } from '../../../postgres/database/transaction.js' */
/** @import { WriteContext } from '../write-rows.js' */
import { columnSql, keyType, tableSql } from '../../../postgres/sql/physical.js';
import { fixed, sql } from '../../../postgres/sql/index.js';

/**
 * An undo under way.
 *
 * @typedef {object} Undoing
 * @property {Transaction} tx
 * @property {WriteContext} context
 * @property {Actor} actor who undoes
 * @property {Actor} system the same, as whom Plinth itself writes
 * @property {number} changed rows that have their values again
 * @property {number} removed rows that were added, and are gone again
 * @property {Left[]} left
 */
/** A row that stays as it is, and why. @typedef {{ table: Table, key: string | number, error: AppError }} Left */

/**
 * Locks rows, in the order of their keys.
 *
 * @param {Undoing} undoing @param {Table} table @param {readonly (string | number)[]} keys
 */
export async function lockRows({ tx }, table, keys) {
  await tx.query(sql`select from ${tableSql(table)} t
    where t.id = any(${keys.map(String)}::text[]::${fixed(keyType(table))}[]) order by t.id for no key update`);
}

/**
 * What a row is called. @param {Undoing} undoing @param {Left} left @returns {Promise<string | null>} null: it has no name
 */
export async function titleOf({ tx, context: { registry } }, { table, key }) {
  const field = table.hasField(table.display) ? table.field(table.display) : null;
  if (!field || field.formula || field.target || registry.fieldType(field.type).storage !== 'column') return null;
  const { rows } = await tx.query(sql`select ${columnSql(table, field, 't')}::text as title from ${tableSql(table)} t
    where t.id = ${String(key)}::text::${fixed(keyType(table))}`);
  return rows[0]?.title?.slice(0, 200) || null;
}
