/** @import { Log } from '../create-data.js' */
/** @import { Database } from '../postgres/database.js' */
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
      await client.query('alter collation plinth.text_order refresh version');
      return rows.map(({ name }) => name);
    } finally {
      await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => {});
      await client.query('reset statement_timeout').catch(() => {});
    }
  });
}

/** @param {{ query(text: string): Promise<{ rows: any[] }> }} on */
async function isOutdated(on) {
  const { rows } = await on.query(`
    select collversion <> pg_collation_actual_version(oid) as outdated
      from pg_collation where oid = to_regcollation('plinth.text_order')`);
  return rows[0]?.outdated === true;
}

const INDEXES = `
  select n.nspname as schema, c.relname as name
    from pg_index i
    join pg_class c on c.oid = i.indexrelid
    join pg_namespace n on n.oid = c.relnamespace
   where to_regcollation('plinth.text_order') = any (i.indcollation::oid[])
   order by 1, 2`;
