import { readFile, readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@plinth/plugin';
import { asStatement, ddl, isSchemaBuilder, k } from '../sql/index.js';
import { useServerUuids } from './server-uuids.js';

/** @import { Knex } from 'knex' */
/** @import { Database } from '../database/database.js' */
/** @import { Query } from '../sql/statement.js' */

const FILE = /^(\d{4}_[a-z0-9_]+)\.(sql|js)$/;
/** Any number that nobody else uses in this database ("plnt"). */
const LOCK = 0x706c6e74;
const TRIES = 600;
/** A migration may rewrite a large table: half an hour, in ms. */
const PATIENT = 'set statement_timeout = 1800000; set idle_in_transaction_session_timeout = 0';
const OLDEST_SERVER = 150_000;

/**
 * Brings the database to this version of Plinth. A migration is a text of SQL, or a module that exports
 * `migrate(client, { k, run })`: knex, and what runs what it builds. Each runs in a transaction of its own together with the
 * row that says so: killed at any moment, the next start goes on where this one stopped.
 *
 * @param {Database} db
 * @param {{ folder?: URL }} [options]
 * @returns {Promise<string[]>} names of those that ran
 * @throws {AppError} DATABASE_TOO_OLD, DATABASE_NEWER, MIGRATION_FAILED
 */
export async function migrate(db, { folder = new URL('./', import.meta.url) } = {}) {
  const known = (await readdir(folder)).filter((file) => FILE.test(file)).sort();
  return db.client(async (client) => {
    await checkServer(client);
    await client.query(PATIENT);
    await lock(client);
    try {
      const done = await runMissing(client, folder, known);
      await useServerUuids(client);
      return done;
    } finally {
      await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => {});
      await client.query('reset statement_timeout; reset idle_in_transaction_session_timeout').catch(() => {});
    }
  });
}

/** @param {import('pg').Client} client @param {URL} folder @param {string[]} files */
async function runMissing(client, folder, files) {
  const applied = await appliedNames(client);
  refuseNewer(applied, files.map(nameOf));
  const missing = files.filter((file) => !applied.includes(nameOf(file)));
  for (const file of missing) await runOne(client, new URL(file, folder), nameOf(file));
  return missing.map(nameOf);
}

/** @param {import('pg').Client} client @param {URL} file @param {string} name */
async function runOne(client, file, name) {
  await client.query('begin');
  try {
    await apply(client, file, name);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw new AppError('MIGRATION_FAILED', `The database could not be brought to this version: ${name} failed`, {
      hint: `${/** @type {Error} */ (error).message}. Nothing of it was kept; starting again tries again`,
      cause: error,
    });
  }
}

/** @param {import('pg').Client} client @param {URL} file @param {string} name */
async function apply(client, file, name) {
  // First, so that nothing can be done twice even if the lock were lost.
  await client.query('insert into plinth.migrations (name) values ($1)', [name]);
  if (file.pathname.endsWith('.sql')) await client.query(await readFile(file, 'utf8'));
  else await (await import(file.href)).migrate(client, { k, run: runnerOf(client) });
}

const OWN_FOLDER = new URL('./', import.meta.url);

/** Names of all migrations of this version, in order. */
export const knownMigrations = async () =>
  (await readdir(OWN_FOLDER))
    .filter((file) => FILE.test(file))
    .sort()
    .map(nameOf);

/**
 * Runs those of these migrations that the database lacks, in the caller's transaction: what a restore does.
 *
 * @param {import('pg').Client} client @param {readonly string[]} wanted names
 */
export async function applyMigrations(client, wanted) {
  const applied = await appliedNames(client);
  const files = (await readdir(OWN_FOLDER)).filter((file) => FILE.test(file)).sort();
  for (const file of files) {
    const name = nameOf(file);
    if (wanted.includes(name) && !applied.includes(name)) await apply(client, new URL(file, OWN_FOLDER), name);
  }
}

/** Keeps other processes from migrating until the connection ends. @param {import('pg').Client} client */
export const lockMigrations = (client) => lock(client);

/** Runs a query, or all statements of a schema builder. @param {import('pg').Client} client */
function runnerOf(client) {
  return async (/** @type {Query | Knex.SchemaBuilder} */ query) => {
    if (!isSchemaBuilder(query)) return client.query(asStatement(query));
    for (const text of ddl(query)) await client.query(text);
  };
}

/** @param {import('pg').Client} client @returns {Promise<string[]>} */
async function appliedNames(client) {
  const { rows: found } = await client.query(`select to_regclass('plinth.migrations') is not null as there`);
  if (!found[0].there) {
    await client.query(`create schema if not exists plinth;
      create table if not exists plinth.migrations (name text primary key, applied_at timestamptz not null default now())`);
  }
  const { rows } = await client.query('select name from plinth.migrations order by name');
  return rows.map((row) => row.name);
}

/** @param {string[]} applied @param {string[]} known */
function refuseNewer(applied, known) {
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new AppError('DATABASE_NEWER', 'This database was made by a newer version of Plinth', {
    hint: `It holds what this version does not know (${unknown.join(', ')}). Start the newer version, or restore a backup from before the upgrade`,
  });
}

/** @param {import('pg').Client} client */
async function checkServer(client) {
  const { rows } = await client.query(`select current_setting('server_version_num')::int as number, version() as text`);
  if (rows[0].number >= OLDEST_SERVER) return;
  throw new AppError(
    'DATABASE_TOO_OLD',
    `Plinth needs PostgreSQL 15 or later; this is ${rows[0].text.split(' on ')[0]}`,
    {
      hint: 'Upgrade the server, or leave DATABASE_URL out to use the embedded one',
    },
  );
}

/** @param {import('pg').Client} client */
async function lock(client) {
  for (let i = 0; i < TRIES; i++) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [LOCK]);
    if (rows[0].mine) return;
    await sleep(100);
  }
  throw new AppError('MIGRATION_FAILED', 'Another process is still upgrading this database', {
    status: 503,
    hint: 'Wait until it is done, then start again',
  });
}

/** @param {string} file */
function nameOf(file) {
  return /** @type {RegExpExecArray} */ (FILE.exec(file))[1];
}
