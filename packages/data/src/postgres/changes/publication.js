/** @import { Values } from '@plinth/plugin' */
/** @import { Database } from '../database/database.js' */
/** @import { Transaction } from '../database/transaction.js' */
import { fixed, ident, join, sql } from '../sql/index.js';
import { OWN_TABLES } from './own-tables.js';

export const PUBLICATION = 'plinth_changes';
/** Hashes of passwords and tokens are left out. @type {Record<string, import('../sql/index.js').Fragment>} */
const COLUMNS = {
  users: sql`(id, name, email, created_at, locale, disabled_at)`,
  sessions: sql`(id, user_id)`,
  api_tokens: sql`(id, user_id)`,
};
const LOCK = 0x70756263;

/** How many tables join the publication in one transaction. */
const BATCH = 50;

/**
 * Adds all tables of the stream to the publication. (Publishing whole schemas would need a superuser; tables need only
 * their owner.) A table joins while no transaction writes to it, so that no change is lost. Several tables join together
 * if all are free, otherwise each in its own transaction, because holding one lock while waiting for another could
 * deadlock with writers.
 *
 * @param {Database} db
 * @returns {Promise<Set<string>>} names ("app.orders") of all tables in it
 */
export async function publishTables(db) {
  const missing = (await missingTables(db)) ?? (await createPublication(db));
  for (let start = 0; start < missing.length; start += BATCH) {
    const some = missing.slice(start, start + BATCH);
    if (await locked(db, (tx) => publish(tx, some, { wait: false })).then(() => true, isInTheWay)) continue;
    for (const name of some) await locked(db, (tx) => publish(tx, [name], { wait: true }));
  }
  const { rows } = await db.query(sql`
    select schemaname || '.' || tablename as name from pg_publication_tables where pubname = ${PUBLICATION}`);
  return new Set(rows.map(({ name }) => name));
}

/** One process at a time. @template T @param {Database} db @param {(tx: Transaction) => Promise<T>} work @returns {Promise<T>} */
const locked = (db, work) =>
  db.transaction(
    async (tx) => {
      await tx.query(sql`select pg_advisory_xact_lock(${LOCK}::bigint)`);
      return work(tx);
    },
    { lockTimeout: 1000 },
  );

/** Creates it empty unless another process did. @param {Database} db @returns {Promise<Name[]>} what is missing in it */
const createPublication = (db) =>
  locked(db, async (tx) => {
    const missing = await missingTables(tx);
    if (missing) return missing;
    await tx.query(sql`create publication ${ident(PUBLICATION)}`);
    return allTables(tx);
  });

/** @param {Transaction} tx @param {readonly Name[]} names @param {{ wait: boolean }} options for who is writing to them */
async function publish(tx, names, { wait }) {
  // Another process added them first, or an edit dropped a table.
  const missing = await unpublished(tx, names);
  if (missing.length === 0) return;
  const tables = missing.map(({ schema, table }) => ({ schema, table, name: ident(schema, table) }));
  await tx.query(sql`lock table ${join(tables.map(({ name }) => name))} in share mode ${fixed(wait ? '' : 'nowait')}`);
  const specs = tables.map(({ schema, table, name }) =>
    schema === 'plinth' && table in COLUMNS ? sql`${name} ${COLUMNS[table]}` : name,
  );
  await tx.query(sql`alter publication ${ident(PUBLICATION)} add table ${join(specs)}`);
}

/** False (did not join) if a table is locked by a writer or was dropped. @param {Values} error */
function isInTheWay(error) {
  if (error?.code === 'TABLE_BUSY' || error?.code === '42P01') return false;
  throw error;
}

/** @typedef {{ schema: string, table: string }} Name */

/** Null if there is no publication yet. @param {Pick<Transaction, 'query'>} on @returns {Promise<Name[] | null>} */
async function missingTables(on) {
  const { rows } = await on.query(sql`select 1 from pg_publication where pubname = ${PUBLICATION}`);
  if (rows.length === 0) return null;
  const published = await on.query(sql`
    select schemaname || '.' || tablename as name from pg_publication_tables where pubname = ${PUBLICATION}`);
  const known = new Set(published.rows.map(({ name }) => name));
  return (await allTables(on)).filter(({ schema, table }) => !known.has(`${schema}.${table}`));
}

/**
 * Which of these tables are missing. Listing all published tables instead would take longer with every table.
 *
 * @param {Transaction} tx @param {readonly Name[]} names
 */
async function unpublished(tx, names) {
  const { rows } = await tx.query(sql`
    select n.nspname || '.' || c.relname as name
      from pg_publication_rel r
      join pg_publication p on p.oid = r.prpubid
      join pg_class c on c.oid = r.prrelid
      join pg_namespace n on n.oid = c.relnamespace
     where p.pubname = ${PUBLICATION} and c.relname = any (${names.map(({ table }) => table)}::text[])`);
  const known = new Set(rows.map(({ name }) => name));
  return (await allTables(tx, names)).filter(({ schema, table }) => !known.has(`${schema}.${table}`));
}

/**
 * Tables with a key. Without one, rows of a published table could no longer be updated.
 *
 * @param {Pick<Transaction, 'query'>} on @param {readonly Name[]} [only] these, as far as they are such tables
 * @returns {Promise<Name[]>}
 */
async function allTables(on, only) {
  const { rows } = await on.query(sql`
    select n.nspname as schema, c.relname as table
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
     where (n.nspname = 'app' or (n.nspname = 'plinth' and c.relname = any(${OWN_TABLES})))
       and c.relkind = 'r'
       and c.relpersistence = 'p'
       and c.relreplident = 'd'
       and pg_has_role(c.relowner, 'usage')
       and exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary and i.indimmediate)
       and ${only ? sql`c.relname = any (${only.map(({ table }) => table)}::text[])` : fixed('true')}
     order by 1, 2`);
  return only
    ? rows.filter((row) => only.some(({ schema, table }) => row.schema === schema && row.table === table))
    : rows;
}
