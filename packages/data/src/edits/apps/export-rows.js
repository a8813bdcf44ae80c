/** @import { Field, Registry, Table, Row } from '@plinth/plugin' */
/** @import { Transaction } from '../../postgres/database/transaction.js' */
import { joinTable, tableSql } from '../../postgres/sql/physical.js';
import { fixed, ident, join, quoteIdentifier, sql } from '../../postgres/sql/index.js';
import { sorted } from '../definitions/base/compact.js';
import { isFileField, isUserField } from './row-values.js';

/** Rows fetched at once. */
const PAGE = 1_000;

/**
 * Reads all rows of tables in key order, in the form that importRows takes. Runs in one repeatable read transaction, so
 * that the tables are consistent.
 *
 * @param {Transaction} tx
 * @param {{ tables: readonly Table[], registry: Registry }} input
 * @returns {Promise<{ rows: Record<string, Record<string, unknown>[]>, userIds: Set<string>, fileIds: Set<string> }>}
 *   with users and files as ids
 */
export async function exportRows(tx, { tables, registry }) {
  /** @type {Record<string, Record<string, unknown>[]>} */
  const rows = {};
  const userIds = new Set();
  const fileIds = new Set();
  for (const table of tables) {
    const fields = table.fields.filter((field) => field.auto !== 'id' && !field.formula);
    const found = await readTable(tx, table, fields, registry);
    for (const row of found) {
      for (const field of fields) {
        const value = row[field.name];
        if (value === undefined || value === null) continue;
        if (isUserField(field)) userIds.add(value);
        if (isFileField(field)) for (const id of [value].flat()) fileIds.add(id);
      }
    }
    if (found.length > 0) rows[table.name] = found;
  }
  return { rows, userIds, fileIds };
}

/** @param {Transaction} tx @param {Table} table @param {Field[]} fields @param {Registry} registry */
async function readTable(tx, table, fields, registry) {
  const columns = fields.map((field) => sql`${column(table, field, registry)} as ${ident(field.name)}`);
  /** @type {Record<string, unknown>[]} */
  const result = [];
  for (let last = null; ;) {
    const { rows } = await tx.query(sql`
      select ${join([sql`t.id as id`, ...columns])}
        from ${tableSql(table)} t
       where ${last === null ? fixed('true') : sql`t.id > ${last}`}
       order by t.id
       limit ${PAGE}`);
    for (const row of rows) result.push(short(row, fields));
    if (rows.length < PAGE) return result;
    last = rows[rows.length - 1].id;
  }
}

/** @param {Table} table @param {Field} field @param {Registry} registry */
function column(table, field, registry) {
  const type = registry.fieldType(field.type);
  if (type.storage === 'join') {
    const { name, source, target } = joinTable(table, field);
    return sql`(select array_agg(j.${target} order by j.${target}) from ${name} j where j.${source} = t.id)`;
  }
  return type.readSql ? fixed(type.readSql(`t.${quoteIdentifier(field.name)}`, field)) : ident('t', field.name);
}

/** Leaves out empty values, except where an import would insert a default. @param {Row} row @param {Field[]} fields */
function short(row, fields) {
  /** @type {Record<string, unknown>} */
  const result = { id: row.id };
  for (const { name, default: standard } of fields) {
    if (row[name] !== null) result[name] = sorted(row[name]);
    else if (standard !== null && standard !== undefined) result[name] = null;
  }
  return result;
}
