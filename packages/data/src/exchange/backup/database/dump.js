/** @import { Values } from '@plinth/plugin' */
/** @import { Head, TableShape } from '../types.d.ts' */
/** @import { Entry } from '../archive/write-archive.js' */
import { setTimeout as sleep } from 'node:timers/promises';
import copyStreams from 'pg-copy-streams';
import { ident, toStatement, sql, join } from '../../../postgres/sql/index.js';
import { nothingToBackUp } from '../errors.js';
import { createRowSet } from './row-set.js';
import { NO_ROWS, fullName, readLeftOut, readSequences, readTables } from './shape.js';

/** Rows are read in parts, so that their size is known before they are written. */
const PART = 1024 * 1024;
const LOCK_TRIES = 20;

/**
 * Takes a snapshot that holds for the rest of the transaction, with no table changed or dropped under it: the locks come
 * first, and the tables are listed again after them.
 *
 * @param {import('pg').Client} client
 */
export async function beginSnapshot(client) {
  for (let i = 0; ; i++) {
    const names = await tableNames(client);
    if (!names.some(({ schema, name }) => schema === 'plinth' && name === 'migrations')) throw nothingToBackUp();
    await client.query('begin isolation level repeatable read read only');
    try {
      await client.query(`set local lock_timeout = '30s'`);
      if (names.length > 0) {
        const tables = join(names.map(({ schema, name }) => ident(schema, name)));
        await client.query(toStatement(sql`lock table ${tables} in access share mode`).text);
      }
      // The first query takes the snapshot.
      if (JSON.stringify(await tableNames(client)) === JSON.stringify(names)) return;
    } catch (error) {
      // One was dropped before it was locked.
      if (i >= LOCK_TRIES || /** @type {Values} */ (error).code !== '42P01') throw error;
    }
    await client.query('rollback');
    if (i >= LOCK_TRIES) throw new Error('The tables of the database keep changing');
  }
}

/** @param {import('pg').Client} client @returns {Promise<{ schema: string, name: string }[]>} */
async function tableNames(client) {
  const { rows } = await client.query(`
    select n.nspname as schema, c.relname as name
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('plinth', 'app', 'plinth_trash') and c.relkind = 'r'
     order by 1, 2`);
  return rows;
}

/** @param {import('pg').Client} client in the snapshot @param {{ plinth: string, plugins: string[] }} about @returns {Promise<Head>} */
export async function describeDatabase(client, { plinth, plugins }) {
  const { rows } = await client.query(FACTS);
  const { site, groups, ...facts } = rows[0];
  const { rows: admins } = await client.query(groups ? ADMINS : ADMINS_BEFORE_GROUPS);
  return {
    format: 1,
    plinth,
    at: new Date().toISOString(),
    ...facts,
    site: site ?? '',
    admins: admins.map(({ email }) => email),
    plugins,
    tables: await readTables(client),
    sequences: await readSequences(client),
    leftOut: await readLeftOut(client),
  };
}

const FACTS = `
  select current_setting('server_version') as postgres,
         (select json_agg(name order by name) from plinth.migrations) as migrations,
         (select body ->> 'siteName' from plinth.objects where kind = 'settings' limit 1) as site,
         (select count(*)::int from plinth.users) as users,
         to_regprocedure('plinth.roles_of(uuid)') is not null as groups`;

const ADMINS = `
  select u.email
    from plinth.users u
   where (select o.id from plinth.objects o where o.kind = 'role' and o.name = 'admin') = any (plinth.roles_of(u.id))
   order by u.email
   limit 100`;

const ADMINS_BEFORE_GROUPS = `
  select u.email
    from plinth.users u
    join plinth.user_roles r on r.user_id = u.id
    join plinth.objects o on o.id = r.role_id and o.name = 'admin'
   order by u.email
   limit 100`;

/**
 * The rows of all tables, part by part.
 *
 * @param {import('pg').Client} client in the snapshot
 * @param {readonly TableShape[]} tables
 * @param {{ pace: Pace, done(table: { name: string, rows: number, bytes: number, rowSet: string }): void }} options
 * @returns {AsyncGenerator<Entry>}
 */
export async function* dumpRows(client, tables, { pace, done }) {
  for (const [i, table] of tables.entries()) {
    if (NO_ROWS.includes(fullName(table))) continue;
    const copied = copyOut(client, table);
    const set = createRowSet();
    let bytes = 0;
    let number = 0;
    for await (const part of inParts(copied.stream)) {
      bytes += part.length;
      set.add(part);
      yield { name: `data/${String(i).padStart(4, '0')}/${String(++number).padStart(6, '0')}.copy`, bytes: part };
      await pace();
    }
    done({ name: fullName(table), rows: copied.rows(), bytes, rowSet: set.digest() });
  }
}

/** The columns that hold something of their own. @param {TableShape} table */
export const storedColumns = ({ columns }) => columns.filter(({ generated }) => generated === null);

/** The rows of a table as text. @param {import('pg').Client} client @param {TableShape} table */
export function copyOut(client, table) {
  const columns = join(storedColumns(table).map(({ name }) => ident(name)));
  const { text } = toStatement(sql`copy ${ident(table.schema, table.name)} (${columns}) to stdout`);
  const stream = client.query(copyStreams.to(text));
  return { stream, rows: () => Number(stream.rowCount) };
}

/** @param {AsyncIterable<Buffer>} stream @returns {AsyncGenerator<Buffer>} */
async function* inParts(stream) {
  /** @type {Buffer[]} */
  let parts = [];
  let size = 0;
  for await (const chunk of stream) {
    parts.push(chunk);
    size += chunk.length;
    if (size < PART) continue;
    yield Buffer.concat(parts);
    [parts, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(parts);
}

/** @typedef {() => Promise<void>} Pace waits as long as is due */

/**
 * Leaves the machine to requests: after each part, it rests in proportion to the time that the part took.
 *
 * @param {number} share of the time to work, above 0 and up to 1 @returns {Pace}
 */
export function createPace(share) {
  let since = performance.now();
  return async () => {
    const worked = performance.now() - since;
    if (share < 1) await sleep(Math.min(1000, worked * (1 / share - 1)));
    since = performance.now();
  };
}
