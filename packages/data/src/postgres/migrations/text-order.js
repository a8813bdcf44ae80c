/** @import { Row } from '@plinth/plugin' */
/** @import { Log } from '../../create-data.js' */
/** @import { Database } from '../database/database.js' */
import { ident, sql, toStatement } from '../sql/index.js';

/** Any number that nobody else uses in this database ("sort"). */
const LOCK = 0x736f7274;

/**
 * A server whose ICU was exchanged for a newer one may put texts in another order than the indexes were built in: rows
 * would not be found. Builds these indexes again, and notes the version they are of now.
 *
 * @param {Database} db @param {Log} log
 * @returns {Promise<string[]>} the indexes that were built again
 */
export async function renewTextOrder(db, log) {
  if (!(await isOutdated(db))) return [];
  return db.client(async (client) => {
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    try {
      // Another process may have done it while this one waited.
      if (!(await isOutdated(client))) return [];
      const { rows } = await client.query(INDEXES);
      log.info('indexes.text_order', { indexes: rows.length });
      for (const { schema, name } of rows) await client.query(toStatement(sql`reindex index ${ident(schema, name)}`));
      for (const { name } of (await client.query(OUTDATED)).rows)
        await client.query(toStatement(sql`alter collation ${ident('plinth', name)} refresh version`));
      return rows.map(({ name }) => name);
    } finally {
      await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => {});
      await client.query('reset statement_timeout').catch(() => {});
    }
  });
}

/** @param {{ query(text: string): Promise<{ rows: Row[] }> }} on */
const isOutdated = async (on) => (await on.query(OUTDATED)).rows.length > 0;

/** The collations of texts and of the languages; before the first migration there are none. */
const OURS = `
  select oid, collname as name from pg_collation
   where collnamespace = to_regnamespace('plinth') and collname ~ '^(text_order|order_.*)$'
     and collversion <> pg_collation_actual_version(oid)`;
const OUTDATED = `${OURS} order by 2`;

const INDEXES = `
  select n.nspname as schema, c.relname as name
    from pg_index i
    join pg_class c on c.oid = i.indexrelid
    join pg_namespace n on n.oid = c.relnamespace
   where exists (select from (${OURS}) o where o.oid = any (i.indcollation::oid[]))
   order by 1, 2`;
