/** @import { FieldLike, FieldType } from '@plinth/plugin' */
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { jsonSafeTypes } from '../../../postgres/database/type-parsers.js';
import { quoteLiteral } from '../../../postgres/sql/quote.js';
import { createTestDatabase } from '../../../testing/index.js';

/** A database with only what field types need, for tests that ask PostgreSQL itself. */
export async function openTestDatabase() {
  const database = await createTestDatabase();
  const client = new pg.Client({ ...database.connection, types: jsonSafeTypes });
  await client.connect();
  await client.query(`set time zone 'UTC'; create schema plinth; create schema app;`);
  for (const name of ['0021_try_jsonb.sql', '0430_moment_of.sql', '0655_written_numbers.sql'])
    await client.query(await readFile(new URL(`../../../postgres/migrations/${name}`, import.meta.url), 'utf8'));
  return {
    client,
    async close() {
      await client.end();
      await database.close();
    },
  };
}

/**
 * Creates app.t with one column of the type and its check constraints.
 *
 * @param {pg.Client} client @param {FieldType} type @param {FieldLike} field
 */
export async function createColumn(client, type, field) {
  const checks = type.checks?.('"value"', field, quoteLiteral) ?? [];
  const constraints = checks.map((check) => `, constraint ${check.name} check (${check.sql})`).join('');
  await client.query('drop table if exists app.t');
  await client.query(
    `create table app.t (id bigint, "value" ${type.sqlType(field, { targetKey: 'identity' })}${constraints})`,
  );
}

/**
 * Writes a value as rows do and reads it back.
 *
 * @param {pg.Client} client @param {FieldType} type @param {FieldLike} field @param {unknown} value
 */
export async function throughColumn(client, type, field, value) {
  const bound = type.writeSql?.('$1', field) ?? `$1::${type.sqlType(field, { targetKey: 'identity' })}`;
  const read = type.readSql?.('t."value"', field) ?? 't."value"';
  const { rows } = await client.query(
    `with t as (insert into app.t ("value") values (${bound}) returning "value") select ${read} as value from t`,
    [type.toDriver ? type.toDriver(value) : value],
  );
  return rows[0].value;
}
