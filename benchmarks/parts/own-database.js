import { createRunFolder } from '../../packages/cli/src/benchmarks/run/run-folder.js';
import { startEmbedded } from '../../packages/data/src/postgres/embedded/start-embedded.js';

const log = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * The embedded PostgreSQL as a user gets it, durable, on a folder of its own. The database of the tests is none for
 * measuring: it does not wait for the disk.
 */
export async function startOwnDatabase() {
  const { folder: dataDir, remove } = createRunFolder();
  const embedded = await startEmbedded({ dataDir, log });
  return {
    connection: embedded.connection,
    dataDir,
    async close() {
      await embedded.stop();
      await remove();
    },
  };
}
