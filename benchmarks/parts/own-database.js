import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbedded } from '../../packages/data/src/postgres/embedded/start-embedded.js';

const log = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * The embedded PostgreSQL as a user gets it, durable, on a folder of its own. The database of the tests is none for
 * measuring: it does not wait for the disk.
 */
export async function startOwnDatabase() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'plinth-bench-'));
  const embedded = await startEmbedded({ dataDir, log });
  return {
    connection: embedded.connection,
    dataDir,
    async close() {
      await embedded.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
