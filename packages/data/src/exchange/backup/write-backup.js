/** @import { Connection } from '../../postgres/database/connect.js' */
/** @import { Head, Manifest } from './types.d.ts' */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { AppError } from '@plinth/plugin';
import { checkPassphrase, seal } from './archive/seal.js';
import { writeArchive } from './archive/write-archive.js';
import { dumpFiles, dumpPlugins, installedPlugins } from './contents.js';
import { beginSnapshot, createPace, describeDatabase, dumpRows } from './database/dump.js';
import { backupSession } from './database/session.js';
import { backupDiskFull, backupNotWritable, isDiskFull } from './errors.js';

/** Fast, and most of what a higher level would save. */
const LEVEL = 3;

/**
 * @typedef {object} BackupOptions
 * @property {Connection} connection
 * @property {string} dataDir where contents of files and plugins lie
 * @property {string} file where the backup goes; an existing one is replaced once the new one is whole
 * @property {string} plinth the version of Plinth
 * @property {string} [passphrase] encrypts the backup
 * @property {number} [share] of the time to work, up to 1: leaves the rest to requests
 * @property {(bytes: number) => void} [told] how much was written since the last call
 */

/**
 * Writes rows, files and plugins of one instant into one file while everything goes on. Memory does not grow with the
 * site. Killed at any time, it leaves at most a file that ends with ".part".
 *
 * @param {BackupOptions} options
 * @returns {Promise<{ head: Head, manifest: Omit<Manifest, 'entries' | 'hashes'>, bytes: number, sha256: string }>}
 * @throws {AppError} BACKUP_RUNNING, BACKUP_DISK_FULL, BACKUP_NOT_WRITABLE, BACKUP_PASSPHRASE
 */
export async function writeBackup({ connection, dataDir, file, plinth, passphrase, share = 1, told = () => {} }) {
  if (passphrase !== undefined) checkPassphrase(passphrase);
  const draft = `${file}.${process.pid}.part`;
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    return await backupSession(connection, async (client) => {
      await beginSnapshot(client);
      const head = await describeDatabase(client, { plinth, plugins: await installedPlugins(client, dataDir) });
      const contents = createEntries({ client, dataDir, head, share });
      const written = await writeFile(draft, writeArchive(contents.entries(), contents.summary), { passphrase, told });
      await rename(draft, file);
      await syncFolder(path.dirname(file));
      return { head, manifest: contents.summary(), ...written };
    });
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw explained(error, file);
  }
}

/** @param {{ client: import('pg').Client, dataDir: string, head: Head, share: number }} options */
function createEntries({ client, dataDir, head, share }) {
  const pace = createPace(share);
  /** @type {Manifest['tables']} */
  const tables = [];
  let [files, fileBytes, missing] = [0, 0, 0];
  return {
    summary: () => ({ tables, files, fileBytes, missing }),
    async *entries() {
      yield { name: 'backup.json', bytes: Buffer.from(JSON.stringify(head)) };
      yield* dumpRows(client, head.tables, { pace, done: (table) => void tables.push(table) });
      for await (const entry of dumpFiles(client, dataDir, { pace, missing: () => void missing++ })) {
        files++;
        if ('size' in entry) fileBytes += entry.size;
        yield entry;
      }
      yield* dumpPlugins(dataDir, head.plugins, pace);
    },
  };
}

/** @param {string} draft @param {AsyncGenerator<Buffer>} archive @param {{ passphrase: string | undefined, told(bytes: number): void }} options */
async function writeFile(draft, archive, { passphrase, told }) {
  const hash = createHash('sha256');
  let bytes = 0;
  const counted = async function* (/** @type {AsyncIterable<Buffer>} */ source) {
    for await (const chunk of source) {
      hash.update(chunk);
      bytes += chunk.length;
      told(chunk.length);
      yield chunk;
    }
  };
  const target = createWriteStream(draft, { flags: 'wx', mode: 0o600 });
  const gzip = createGzip({ level: LEVEL });
  if (passphrase === undefined) await pipeline(archive, gzip, counted, target);
  else await pipeline(archive, gzip, seal(passphrase), counted, target);
  const file = await open(draft, 'r');
  await file.sync();
  await file.close();
  return { bytes, sha256: hash.digest('hex') };
}

/** A rename lasts only once its folder is on the disk too. @param {string} folder */
async function syncFolder(folder) {
  const handle = await open(folder, 'r');
  await handle.sync().catch(() => {});
  await handle.close();
}

/** @param {any} error @param {string} file */
function explained(error, file) {
  if (error instanceof AppError) return error;
  if (isDiskFull(error)) return backupDiskFull(path.dirname(file), error);
  const isPlace = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EISDIR', 'EEXIST', 'ENAMETOOLONG'].includes(error?.code);
  return isPlace ? backupNotWritable(file, error) : error;
}
