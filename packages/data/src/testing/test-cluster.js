import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbedded } from '../postgres/database/embedded/start-embedded.js';
import { systemBinaries } from './system-binaries.js';

/** @import { Embedded, Log } from '../postgres/database/embedded/types.d.ts' */

/** Durability is tested where it is promised (embedded/); elsewhere it would only cost time. */
const FAST = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };
/** Test files run side by side, each with pools and change streams of its own. */
const ROOMY = { max_connections: '300', max_wal_senders: '100', max_replication_slots: '100', shared_buffers: '128MB' };

/** @type {Log} */
export const quietLog = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * Starts a new, empty cluster for tests in `dataDir`; what an earlier one left there goes.
 *
 * @param {{ dataDir: string, postgres?: string, log?: Log }} options `postgres`: "system" takes the machine's own
 * @returns {Promise<Embedded>}
 */
export function startTestCluster({ dataDir, postgres = 'embedded', log = quietLog }) {
  rmSync(join(dataDir, 'postgres'), { recursive: true, force: true });
  const binaries = postgres === 'embedded' ? undefined : systemBinaries();
  if (postgres !== 'embedded' && !binaries) throw new Error('There is no initdb of PostgreSQL 15 or newer on the PATH');
  return startEmbedded({
    dataDir,
    log,
    settings: { ...FAST, ...ROOMY },
    ...(binaries ? { binaries: () => binaries } : {}),
  });
}
