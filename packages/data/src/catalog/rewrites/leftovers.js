/** @import { Client } from 'pg' */
/** @import { Database } from '../../postgres/database/database.js' */
/** @import { Log } from '../../create-data.js' */
import { quoteIdentifier } from '../../postgres/sql/index.js';
import { locking } from './locking.js';
import { removeSql } from './shadow-sql.js';

/** Of advisory locks ("rwrt"): whose job it is. */
export const LOCK = 0x72777274;

/**
 * Takes away what a rewrite has made, unless its edit has taken it.
 *
 * @param {Client} client @param {string} id
 */
export async function removeLeft(client, id) {
  const { rows } = await client.query(LEFT, [id]);
  if (rows.length === 0) return;
  const [{ name, field_id: field, made }] = rows;
  const statements = name === null ? [] : removeSql(`"app".${quoteIdentifier(name)}`, { field, made });
  const noted = `delete from plinth.rewrites where id = '${id}'`;
  const vacuumed = name === null ? [] : [`alter table "app".${quoteIdentifier(name)} reset (autovacuum_enabled)`];
  await locking(client, [...statements, ...vacuumed, noted, NEW_VERSION], async () => {});
}

/** A statement that was prepared before returns other columns now. */
export const NEW_VERSION = 'update plinth.catalog_version set version = version + 1';

/** By its present name, unless it is in the trash. */
const LEFT = `select r.id, r.field_id, r.made, c.relname as name
  from plinth.rewrites r
  left join plinth.objects o on o.id = r.table_id
  left join pg_class c on c.relnamespace = 'app'::regnamespace and c.relkind = 'r' and c.relname = o.name
 where r.id = $1`;

/**
 * What a process has left that was killed.
 *
 * @param {Database} db @param {Log} log
 */
export async function removeLeftovers(db, log) {
  const { rows } = await db.query('select id, table_id from plinth.rewrites');
  if (rows.length === 0) return;
  await db.apart(async (client) => {
    await client.query('set plinth.own_ddl = on');
    for (const { id, table_id: table } of rows) {
      const { rows: locks } = await client.query('select pg_try_advisory_lock($1, hashtext($2)) as mine', [
        LOCK,
        table,
      ]);
      // Another process is at it.
      if (!locks[0].mine) continue;
      await removeLeft(client, id).catch((error) => log.warn('rewrite.left', { error: String(error) }));
      await client.query('select pg_advisory_unlock($1, hashtext($2))', [LOCK, table]);
    }
  });
}
