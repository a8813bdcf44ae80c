/** @import { Values } from '@plinth/plugin' */
/** @import { Connection } from '../../postgres/database/connect.js' */
/** @import { Head, Manifest } from './types.d.ts' */
import pg from 'pg';
import { phrase } from '@plinth/plugin';
import { ident, sql } from '../../postgres/sql/index.js';
import { readArchive } from './archive/read-archive.js';
import { copyOut, createPace } from './database/dump.js';
import { checkHead, createLoader } from './database/load.js';
import { localeOf } from './database/locale.js';
import { createRowSet } from './database/row-set.js';
import { runOne } from './database/run-one.js';
import { backupSession } from './database/session.js';
import { backupDiffers } from './errors.js';
import { fullName } from './database/shape.js';

const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Restores a backup into a database made for it, compares each table with what the backup says (number of rows, and
 * the hash of all of them as a set), and removes that database. Contents of files are compared with their hashes.
 *
 * @param {{ connection: Connection, superuser?: Connection, file: string, passphrase?: string, share?: number }} options
 *   superuser: who may make databases, if the role of `connection` may not
 * @returns {Promise<{ tried: true, tables: number, rows: number } | { tried: false, reason: string }>} tried: false where
 *   the role may not make databases
 * @throws {import('@plinth/plugin').AppError} BACKUP_DIFFERS and what a restore throws
 */
export async function tryRestore({ connection, superuser, file, passphrase, share = 1 }) {
  return backupSession(connection, async (client) => {
    const { rows } = await client.query(`
      select 'plinth_check_' || oid as name, current_user as role from pg_database where datname = current_database()`);
    const { name, role } = rows[0];
    return withAdmin(superuser ?? connection, async (admin) => {
      const drop = () => runOne(admin, sql`drop database if exists ${ident(name)} with (force)`);
      try {
        // One that a killed process left behind.
        await drop();
        await runOne(
          admin,
          sql`create database ${ident(name)} owner ${ident(role)} template template0 encoding 'UTF8' ${await localeOf(client)}`,
        );
      } catch (error) {
        if (/** @type {Values} */ (error).code !== INSUFFICIENT_PRIVILEGE) throw error;
        return { tried: false, reason: `the role "${role}" may not create databases` };
      }
      try {
        const base = typeof connection === 'string' ? parsed(connection) : connection;
        return await backupSession({ ...base, database: name }, (scratch) =>
          loadAndCompare(scratch, { file, passphrase, share }),
        );
      } finally {
        await drop();
      }
    });
  });
}

/** @param {string} url */
const parsed = (url) => {
  const { host, port, user, password } = new pg.Client(url);
  return { host, port, user, password: password ?? undefined };
};

/** @template T @param {Connection} connection @param {(admin: pg.Client) => Promise<T>} work @returns {Promise<T>} */
async function withAdmin(connection, work) {
  const admin = new pg.Client(connection);
  admin.on('error', () => {});
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end().catch(() => {});
  }
}

/** @param {pg.Client} scratch @param {{ file: string, passphrase?: string, share: number }} options */
async function loadAndCompare(scratch, { file, passphrase, share }) {
  const pace = createPace(share);
  let head = /** @type {Head | undefined} */ (undefined);
  let loader = /** @type {Awaited<ReturnType<typeof createLoader>> | undefined} */ (undefined);
  for await (const item of readArchive(file, passphrase)) {
    if ('head' in item) {
      head = item.head;
      await checkHead(head);
      loader = await createLoader(scratch, head);
    } else if ('manifest' in item) {
      await loader?.finish(item.manifest);
      return compare(scratch, /** @type {Head} */ (head), item.manifest, pace);
    } else if (item.kind === 'data') await loader?.part(item);
    else for await (const chunk of item.body) if (chunk.length > 0) await pace();
    await pace();
  }
  throw new TypeError('A backup without manifest was read to its end');
}

/** @param {pg.Client} scratch @param {Head} head @param {Manifest} manifest @param {() => Promise<void>} pace */
async function compare(scratch, head, manifest, pace) {
  const shapes = new Map(head.tables.map((table) => [fullName(table), table]));
  let rows = 0;
  for (const expected of manifest.tables) {
    const table = shapes.get(expected.name);
    if (!table) throw backupDiffers(phrase`${expected.name} is not there`);
    const set = createRowSet();
    const copied = copyOut(scratch, table);
    for await (const chunk of copied.stream) {
      set.add(chunk);
      await pace();
    }
    rows += copied.rows();
    if (copied.rows() !== expected.rows)
      throw backupDiffers(phrase`Rows of ${expected.name}: ${copied.rows()} instead of ${expected.rows}`);
    if (set.digest() !== expected.rowSet) throw backupDiffers(phrase`rows of ${expected.name} differ`);
  }
  return /** @type {const} */ ({ tried: true, tables: manifest.tables.length, rows });
}
