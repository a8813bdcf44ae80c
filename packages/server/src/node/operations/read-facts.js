import { accessSync, constants, existsSync, readFileSync, statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { databaseFacts, openDatabase } from '@plinth/data/embedded';
import { availableMemoryMb, divideMemory } from '@plinth/data/memory';
import { readLastBackup } from '@plinth/data';
import { findMissing } from './missing-here.js';
import { runningWorkers } from './running-workers.js';

/** @import { Config, Log } from '../../types.d.ts' */

/** Plinth's own package.json. @type {{ version: string }} */
const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
export const VERSION = version;

/** Versions and paths of this installation, without the database. @param {Config} config */
export function readMachineFacts(config) {
  return {
    plinth: version,
    node: process.versions.node,
    platform: `${process.platform}-${process.arch}`,
    cores: availableParallelism(),
    memoryMb: availableMemoryMb(),
    memory: config.memory ?? divideMemory(),
    dataDir: config.dataDir,
    dataDirExists: existsSync(config.dataDir),
    dataDirWritable: isWritable(nearestExisting(config.dataDir)),
    diskFreeBytes: freeBytes(nearestExisting(config.dataDir)),
    baseUrl: config.baseUrl,
    workers: config.workers,
    running: runningWorkers(config.dataDir),
  };
}

/**
 * The same with facts about the database, which is started if it isn't running.
 *
 * @param {Config} config @param {Log} log
 */
export async function readFacts(config, log) {
  const database = await openDatabase({ config, purpose: 'command', log });
  try {
    const facts = await databaseFacts(database.connection);
    const missing = await findMissing(database.connection, config.dataDir);
    const lastBackup = await readLastBackup(database.connection);
    return {
      ...readMachineFacts(config),
      missing,
      lastBackup,
      database: { kind: database.kind, running: !database.owned, ...facts },
    };
  } finally {
    await database.close();
  }
}

/** @param {string} path @returns {string} */
const nearestExisting = (path) => (existsSync(path) ? path : nearestExisting(dirname(path)));

/** @param {string} folder */
function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} folder */
function freeBytes(folder) {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
