/** @import { Connection } from '../../postgres/database/connect.js' */
/** @import { Head, Manifest } from './types.d.ts' */
import { statfs } from 'node:fs/promises';
import { phrase } from '@plinth/plugin';
import { lockMigrations } from '../../postgres/migrations/runner.js';
import { readArchive, verifyArchive } from './archive/read-archive.js';
import { createContents } from './contents.js';
import { checkHead, clearDatabase, createLoader } from './database/load.js';
import { keepRecord } from './database/keep-record.js';
import { backupSession, readingSession } from './database/session.js';
import { backupDamaged, backupDiskFull, databaseNotEmpty, isDiskFull, serverRunning } from './errors.js';

/** Rows with their indexes take more than their text. */
const ROWS_FACTOR = 2;

/**
 * Checks all of a backup without changing anything.
 *
 * @param {{ file: string, passphrase?: string, told?: (bytes: number) => void }} options
 * @returns {Promise<{ head: Head, manifest: Manifest, bytes: number }>}
 * @throws {import('@plinth/plugin').AppError} BACKUP_DAMAGED, BACKUP_NEWER, BACKUP_PASSPHRASE, BACKUP_UNKNOWN
 */
export async function checkBackup({ file, passphrase, told }) {
  const checked = await verifyArchive(file, passphrase, told);
  await checkHead(checked.head);
  return checked;
}

/**
 * Makes database and data folder what they were when a checked backup was made. All of the database changes in one
 * transaction: killed at any time, it is the old one or the new one.
 *
 * @param {{ connection: Connection, dataDir: string, file: string, passphrase?: string, replace?: boolean,
 *   live?: boolean, checked: { head: Head, manifest: Manifest }, sharesDisk?: boolean, told?: (bytes: number) => void }} options
 *   replace: what is there already, accounts included; live: the site acts and sends at once, as one that is to replace
 *   the original; otherwise it holds still until an admin turns that on; sharesDisk: the database lies on the disk of the data folder
 * @throws {import('@plinth/plugin').AppError} RESTORE_NOT_EMPTY, RESTORE_SERVER_RUNNING, BACKUP_RUNNING, BACKUP_DISK_FULL,
 *   BACKUP_DAMAGED, BACKUP_UNSAFE, RESTORE_FAILED, RESTORE_TOO_MANY_TABLES
 */
export async function restoreBackup({
  connection,
  dataDir,
  file,
  passphrase,
  replace = false,
  live = false,
  checked,
  ...more
}) {
  const { sharesDisk = true, told = () => {} } = more;
  const { head, manifest } = checked;
  await backupSession(connection, async (client) => {
    await lockMigrations(client);
    await refuseRunning(client);
    if (!replace && !(await isEmpty(client))) throw databaseNotEmpty();
    await requireRoom(dataDir, manifest, sharesDisk);
    const contents = createContents(dataDir);
    await client.query('begin');
    try {
      const putBack = await keepRecord(client);
      await clearDatabase(client);
      await loadAll(client, { file, passphrase, head, contents, told });
      await putBack();
      await client.query(`insert into plinth.security_events (kind, what) values ('restored', $1)`, [
        `backup of ${head.at}`,
      ]);
      if (!live) await client.query('insert into plinth.holds (backup_at) values ($1)', [head.at]);
      await contents.place();
      await client.query('commit');
    } catch (error) {
      await client.query('rollback').catch(() => {});
      await contents.undo();
      throw isDiskFull(error) ? backupDiskFull(dataDir, error) : error;
    }
    await contents.done();
  });
}

/**
 * @param {import('pg').Client} client
 * @param {{ file: string, passphrase?: string, head: Head, contents: ReturnType<typeof createContents>, told(bytes: number): void }} options
 */
async function loadAll(client, { file, passphrase, head, contents, told }) {
  const loader = await createLoader(client, head);
  try {
    for await (const item of readArchive(file, passphrase)) {
      if ('head' in item) {
        // It is read again: it must be the one that was checked.
        if (JSON.stringify(item.head) !== JSON.stringify(head)) throw backupDamaged(phrase`it changed meanwhile`);
      } else if ('manifest' in item) await loader.finish(item.manifest);
      else {
        if (item.kind === 'data') await loader.part(item);
        else if (item.kind === 'file') await contents.file(item.key, item.body, item.size);
        else await contents.plugin(item.key, item.body);
        told(item.size);
      }
    }
  } catch (error) {
    await loader.stop();
    throw error;
  }
}

/** @param {import('pg').Client} client */
async function refuseRunning(client) {
  const { rows } = await client.query(`
    select count(*)::int as sessions from pg_stat_activity
     where datname = current_database() and application_name = 'plinth' and pid <> pg_backend_pid()`);
  if (rows[0].sessions > 0) throw serverRunning(`${rows[0].sessions} connections`);
}

/**
 * Whether this site was restored from the backup of that moment, and has not been turned on since.
 *
 * @param {Connection} connection @param {string} at when the backup was made
 */
export const isRestored = (connection, at) =>
  readingSession(connection, async (client) => {
    const { rows } = await client.query(`select to_regclass('plinth.holds') is not null as known`);
    if (!rows[0].known) return false;
    const { rowCount } = await client.query('select from plinth.holds where backup_at = $1', [at]);
    return rowCount === 1;
  });

/** Without tables of apps and without accounts. A new site that nobody has set up yet counts as empty. @param {import('pg').Client} client */
export async function isEmpty(client) {
  const { rows } = await client.query(`
    select to_regclass('plinth.users') is not null as known,
           exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
                    where n.nspname = 'app' and c.relkind in ('r', 'p', 'v', 'm')) as tables`);
  if (rows[0].tables) return false;
  if (!rows[0].known) return true;
  const { rows: users } = await client.query('select exists (select from plinth.users) as some');
  return !users[0].some;
}

/** @param {string} dataDir @param {Manifest} manifest @param {boolean} sharesDisk */
async function requireRoom(dataDir, { fileBytes, tables }, sharesDisk) {
  const { bavail, bsize } = await statfs(dataDir);
  const rows = sharesDisk ? tables.reduce((sum, { bytes }) => sum + bytes, 0) * ROWS_FACTOR : 0;
  if (fileBytes + rows > bavail * bsize) throw backupDiskFull(dataDir);
}
