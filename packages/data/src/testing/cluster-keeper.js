import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { takeDataLock } from '../postgres/database/embedded/data-lock.js';
import { stopOrphans } from '../postgres/database/embedded/postmaster.js';
import { runningDatabase } from '../postgres/database/embedded/running-database.js';
import { quietLog, startTestCluster } from './test-cluster.js';

/**
 * A process of its own (see shared-cluster.js): keeps a cluster for test files that are run one by one, and ends when
 * none has used it for a while. Arguments: the folder, and which PostgreSQL.
 */
const IDLE_MS = 10 * 60_000;

const [dataDir, postgres] = process.argv.slice(2);
mkdirSync(dataDir, { recursive: true, mode: 0o711 });
const lock = await takeDataLock(dataDir, 'serve');
if ('release' in lock) {
  await stopOrphans(join(dataDir, 'postgres'), quietLog);
  const cluster = await startTestCluster({ dataDir, postgres });
  const running = runningDatabase(dataDir);
  running.announce(cluster.superuser);
  for (let used = Date.now(); Date.now() - used < IDLE_MS; await sleep(1000)) {
    const attached = readdirSync(dataDir).includes('attached') && readdirSync(join(dataDir, 'attached')).length > 0;
    if (!attached) continue;
    await running.unattended();
    used = Date.now();
  }
  running.withdraw();
  await running.unattended();
  await cluster.stop();
  // It may be in memory.
  rmSync(join(dataDir, 'postgres'), { recursive: true, force: true });
  lock.release();
}
