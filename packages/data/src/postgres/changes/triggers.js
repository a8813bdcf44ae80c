/** @import { Database } from '../database/database.js' */
/** @import { Transaction } from '../database/transaction.js' */
import { fixed, ident, sql } from '../sql/index.js';
import { OWN_TABLES } from './own-tables.js';

export const CHANNEL = 'plinth_changes';
const TRIGGER = 'plinth_changes';
/** Leaves out the time a session was last used, which changes all the time. */
const UPDATES_OF_SESSIONS = sql`update of token_hash, user_id, created_at, authenticated_at, rotate`;
const LOCK = 0x74726967;

/** PostgreSQL sends equal notifications of a transaction only once. */
const FUNCTION = sql`
  create or replace function plinth.tell_change() returns trigger
  language plpgsql as $$
  begin
    perform pg_notify('plinth_changes', lower(tg_op) || ' ' || pg_current_xact_id()::text || ' ' || tg_table_schema || '.' || tg_table_name);
    return null;
  end
  $$`;

/**
 * Creates the trigger on every table of the stream. CREATE TRIGGER waits for running writers, so that none of their
 * changes is lost; each table gets its own transaction, as in publication.js.
 *
 * @param {Database} db
 * @returns {Promise<Set<string>>} names ("app.orders") of all tables that have one
 */
export async function watchTables(db) {
  const before = await readTables(db);
  if (before.every(({ watched }) => watched)) return namesOf(before);
  for (const { schema, table, watched } of before) {
    if (!watched) await db.transaction((tx) => watch(tx, schema, table), { lockTimeout: 1000 });
  }
  return namesOf(await readTables(db));
}

/** @param {Transaction} tx @param {string} schema @param {string} table */
async function watch(tx, schema, table) {
  await tx.query(sql`select pg_advisory_xact_lock(${LOCK}::bigint)`);
  // Another process created it first, or an edit dropped the table.
  const [found] = await readTables(tx, { schema, table });
  if (!found || found.watched) return;
  const updates = schema === 'plinth' && table === 'sessions' ? UPDATES_OF_SESSIONS : sql`update`;
  await tx.query(FUNCTION);
  await tx.query(sql`
    create trigger ${ident(TRIGGER)}
      after insert or ${updates} or delete or truncate on ${ident(schema, table)}
      for each statement execute function plinth.tell_change()`);
}

/**
 * @param {Pick<Database, 'query'>} on @param {{ schema: string, table: string }} [only] this one, if it belongs to the stream
 * @returns {Promise<{ schema: string, table: string, watched: boolean }[]>}
 */
async function readTables(on, only) {
  const { rows } = await on.query(sql`
    select n.nspname as schema, c.relname as table,
           exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = ${TRIGGER} and t.tgenabled = 'O') as watched
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
     where (n.nspname = 'app' or (n.nspname = 'plinth' and c.relname = any(${OWN_TABLES})))
       and c.relkind = 'r'
       and pg_has_role(c.relowner, 'usage')
       and ${only ? sql`(n.nspname, c.relname) = (${only.schema}, ${only.table})` : fixed('true')}
     order by 1, 2`);
  return rows;
}

/** @param {{ schema: string, table: string, watched: boolean }[]} tables */
function namesOf(tables) {
  return new Set(tables.filter(({ watched }) => watched).map(({ schema, table }) => `${schema}.${table}`));
}
