import { ident, join, sql, toStatement } from '../../../postgres/sql/index.js';

/** Which backups there are, and when they are made, is about this machine: a backup does not have it, and a restore keeps it. */
const RECORD = Object.freeze(['backups', 'backup_schedule']);

/**
 * Puts the record of backups aside before the database is cleared.
 *
 * @param {import('pg').Client} client in the transaction of a restore
 * @returns {Promise<() => Promise<void>>} puts it back
 */
export async function keepRecord(client) {
  /** @type {string[]} */
  const kept = [];
  for (const name of RECORD) {
    if ((await columnsOf(client, 'plinth', name)).length === 0) continue;
    await run(
      client,
      sql`create temporary table ${ident(name)} on commit drop as select * from ${ident('plinth', name)}`,
    );
    kept.push(name);
  }
  return async () => {
    for (const name of kept) {
      const before = await columnsOf(client, 'pg_temp', name);
      const now = await columnsOf(client, 'plinth', name);
      // One of an older version has fewer.
      const columns = join(before.filter((one) => now.includes(one)).map((one) => ident(one)));
      const [into, from] = [ident('plinth', name), ident('pg_temp', name)];
      await run(client, sql`delete from ${into}`);
      await run(client, sql`insert into ${into} (${columns}) select ${columns} from ${from}`);
    }
  };
}

/** @param {import('pg').Client} client @param {string} schema @param {string} table @returns {Promise<string[]>} none: it is not there */
async function columnsOf(client, schema, table) {
  const { rows } = await client.query(
    `select attname as name from pg_attribute where attrelid = to_regclass($1) and attnum > 0 and not attisdropped`,
    [`${schema}.${table}`],
  );
  return rows.map(({ name }) => name);
}

/** @param {import('pg').Client} client @param {import('../../../postgres/sql/index.js').Fragment} fragment */
const run = (client, fragment) => client.query(toStatement(fragment).text);
