import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, openSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runningDatabase } from '../postgres/database/embedded/running-database.js';
import { clusterHome } from './cluster-home.js';

/** @import { Connection } from '../postgres/database/embedded/types.d.ts' */

const START_MS = 60_000;

/**
 * The cluster that this test run uses, as its superuser: the one that the runner started (it hands it down in
 * PLINTH_TEST_DATABASE), otherwise one that stays for the next run of a single file.
 *
 * @returns {Promise<Connection>}
 */
export async function sharedCluster() {
  const given = process.env.PLINTH_TEST_DATABASE;
  if (given) return JSON.parse(given);
  const postgres = process.env.PLINTH_TEST_POSTGRES ? 'system' : 'embedded';
  const dataDir = keeperFolder(postgres);
  // Entered by another user when we are root: versions before 16 need the whole path.
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const running = runningDatabase(dataDir);
  for (const until = Date.now() + START_MS; Date.now() < until; await sleep(100)) {
    const found = running.attach();
    if (found) {
      process.once('exit', found.detach);
      return found.connection;
    }
    startKeeper(dataDir, postgres, until);
  }
  const said = readFileSync(join(dataDir, 'keeper.log'), 'utf8');
  throw new Error(`No database for the tests came up in ${dataDir}: ${said}`);
}

/** One for each clone, user and PostgreSQL. @param {string} postgres */
function keeperFolder(postgres) {
  const clone = createHash('sha256')
    .update(import.meta.url)
    .digest('hex')
    .slice(0, 8);
  return join(clusterHome(), `plinth-test-${userInfo().uid}-${clone}-${postgres}`);
}

/** @type {Set<string>} */
const started = new Set();

/** @param {string} dataDir @param {string} postgres @param {number} until */
function startKeeper(dataDir, postgres, until) {
  const once = `${dataDir} ${until}`;
  if (started.has(once)) return;
  started.add(once);
  const log = openSync(join(dataDir, 'keeper.log'), 'w');
  const keeper = fileURLToPath(new URL('./cluster-keeper.js', import.meta.url));
  spawn(process.execPath, [keeper, dataDir, postgres], { detached: true, stdio: ['ignore', log, log] }).unref();
}
