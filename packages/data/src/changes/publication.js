/** @import { Database } from '../postgres/database.js' */
/** @import { Transaction } from '../postgres/transaction.js' */
import { fixed, ident, sql } from '../sql/index.js';
import { OWN_TABLES } from './own-tables.js';

export const PUBLICATION = 'plinth_changes';
/** No password hash leaves its table, nor the hash of a token. @type {Record<string, import('../sql/index.js').Fragment>} */
const COLUMNS = {
  users: sql`(id, name, email, created_at, locale, disabled_at)`,
  sessions: sql`(id, user_id)`,
  api_tokens: sql`(id, user_id)`,
};
const LOCK = 0x70756263;

/**
 * Puts all tables that are to be heard of into the publication. A publication of whole schemas would need a superuser,
 * one of tables only their owner. A table joins while nobody is writing to it, so that no change of a transaction that
 * began before is lost; each in a transaction of its own: who holds one table and waits for another is in the way of
 * those who write to both in the other order.
 *
 * @param {Database} db
 * @returns {Promise<Set<string>>} names ("app.orders") of all tables in it
 */
export async function publishTables(db) {
  const missing = (await missingTables(db)) ?? (await createPublication(db));
  for (const name of missing) await locked(db, (tx) => publish(tx, name));
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

/** Empty, unless another process was faster. @param {Database} db @returns {Promise<Name[]>} what is missing in it */
const createPublication = (db) =>
  locked(db, async (tx) => {
    const missing = await missingTables(tx);
    if (missing) return missing;
    await tx.query(sql`create publication ${ident(PUBLICATION)}`);
    return allTables(tx);
  });

/** @param {Transaction} tx @param {Name} name */
async function publish(tx, { schema, table }) {
  // Another process was faster, or an edit has taken the table away.
  if ((await allTables(tx, { schema, table })).length === 0 || (await isPublished(tx, { schema, table }))) return;
  const name = ident(schema, table);
  await tx.query(sql`lock table ${name} in share mode`);
  const spec = schema === 'plinth' && table in COLUMNS ? sql`${name} ${COLUMNS[table]}` : name;
  await tx.query(sql`alter publication ${ident(PUBLICATION)} add table ${spec}`);
}

/** @typedef {{ schema: string, table: string }} Name */

/** Null: there is no publication yet. @param {Pick<Transaction, 'query'>} on @returns {Promise<Name[] | null>} */
async function missingTables(on) {
  const { rows } = await on.query(sql`select 1 from pg_publication where pubname = ${PUBLICATION}`);
  if (rows.length === 0) return null;
  const published = await on.query(sql`
    select schemaname || '.' || tablename as name from pg_publication_tables where pubname = ${PUBLICATION}`);
  const known = new Set(published.rows.map(({ name }) => name));
  return (await allTables(on)).filter(({ schema, table }) => !known.has(`${schema}.${table}`));
}

/** Asked of each table by itself: the list of all of them takes longer with each. @param {Transaction} tx @param {Name} name */
async function isPublished(tx, { schema, table }) {
  const { rows } = await tx.query(sql`
    select 1
      from pg_publication_rel r
      join pg_publication p on p.oid = r.prpubid
      join pg_class c on c.oid = r.prrelid
      join pg_namespace n on n.oid = c.relnamespace
     where p.pubname = ${PUBLICATION} and n.nspname = ${schema} and c.relname = ${table}`);
  return rows.length > 0;
}

/**
 * Tables whose rows have a key: in a publication others could not be updated any more.
 *
 * @param {Pick<Transaction, 'query'>} on @param {Name} [only] this one, if it is such a table
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
       and ${only ? sql`(n.nspname, c.relname) = (${only.schema}, ${only.table})` : fixed('true')}
     order by 1, 2`);
  return rows;
}
