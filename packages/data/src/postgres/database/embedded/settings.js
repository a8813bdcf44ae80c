import { availableParallelism } from 'node:os';
import { wantedConnections } from './connection-share.js';

/** PostgreSQL reserves this many for a superuser. */
const RESERVED = 3;

/** @import { Memory } from '../../memory/divide.js' */

/**
 * PostgreSQL settings for memory shared with Node. Below 2 GB every process counts, so backends do their own I/O;
 * above, PostgreSQL's I/O workers do it.
 *
 * @param {Memory} memory @param {number} [workers] processes that need connections
 * @returns {Record<string, string>}
 */
export function fittedSettings({ database, isSmall: small }, workers = 1) {
  const cores = availableParallelism();
  return {
    shared_buffers: `${database.buffersMb}MB`,
    effective_cache_size: `${database.kernelMb}MB`,
    work_mem: `${database.sortMb}MB`,
    maintenance_work_mem: `${database.upkeepMb}MB`,
    max_wal_size: small ? '512MB' : '2GB',
    min_wal_size: small ? '64MB' : '256MB',
    max_connections: String(Math.max(40, wantedConnections(workers) + RESERVED)),
    max_worker_processes: small ? '2' : '8',
    max_parallel_workers_per_gather: cores > 2 ? '2' : '0',
    autovacuum_max_workers: small ? '1' : '3',
    max_wal_senders: '10',
    max_replication_slots: '10',
  };
}

/** What Plinth relies on, whatever the machine. @type {Readonly<Record<string, string>>} */
export const requiredSettings = Object.freeze({
  listen_addresses: '',
  wal_level: 'logical',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  // A replication slot without a reader must not fill the disk.
  max_slot_wal_keep_size: '1GB',
  autovacuum: 'on',
  // An app of a thousand tables is installed and undone in one transaction, and each table takes some 15 locks.
  max_locks_per_transaction: '256',
  jit: 'off',
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  // "log" ranks above "error": errors of statements go to their callers, and the file gets the server's own messages.
  log_min_messages: 'log',
  log_checkpoints: 'off',
});

/** Settings that older versions don't know. @param {number} major @param {Pick<Memory, 'isSmall'>} memory */
export function versionSettings(major, { isSmall }) {
  /** @type {Record<string, string>} */
  const settings = {};
  if (major >= 18) settings.io_method = isSmall ? 'sync' : 'worker';
  return settings;
}

/** @param {Record<string, string>} settings @returns {string[]} command line arguments */
export const settingArguments = (settings) =>
  Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
