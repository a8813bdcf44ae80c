import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { clusterHome, quietLog, startTestCluster, systemBinaries } from '@plinth/data/testing';
import { runChecks } from '../checks/run-checks.js';
import { toRunAgain } from './again/to-run-again.js';
import { inBatches } from './batches/batches.js';
import { slowestFiles } from './batches/costs.js';
import { rowSecurityTests } from './row-security.js';
import { findTests } from './find-tests.js';
import { onDatabase } from './on-database.js';
import { runNode } from './run-node.js';
import { inTurns } from './turns.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { long: { type: 'boolean' }, wall: { type: 'boolean' }, system: { type: 'boolean' } },
});

/** Test files that are run again on the machine's own PostgreSQL. */
const ON_BOTH_KINDS = /^packages\/data\/src\/(?!postgres\/database\/embedded\/)/;

process.exitCode = (await main()) ? 0 : 1;

/** @returns {Promise<boolean>} whether everything passed */
async function main() {
  const files = findTests(root, { paths: positionals, long: values.long });
  if (files.length === 0) {
    console.error(`No test file at ${positionals.join(', ')}`);
    return false;
  }
  if (values.wall) return runWithRowSecurity(files);
  if (values.system) return runOnSystem(files);
  if (positionals.length > 0) return runTests(files, 'embedded');

  const checked = await runChecks(root);
  const passed = await runTests(files, 'embedded');
  if (!values.long) return passed && checked;
  const secured = await runWithRowSecurity(files);
  return (await runOnSystem(files)) && passed && secured && checked;
}

/** @param {string[]} files */
function runWithRowSecurity(files) {
  console.log('Rights, API and streams once more, with row-level security:');
  return runTests(rowSecurityTests(files), 'embedded', { ROW_SECURITY: 'on' });
}

/** @param {string[]} all */
async function runOnSystem(all) {
  const ofData = all.filter((file) => ON_BOTH_KINDS.test(file));
  const files = positionals.length > 0 ? ofData : onDatabase(root, ofData);
  const system = systemBinaries();
  if (!system) {
    console.log('No PostgreSQL (initdb of version 15 or newer) on the PATH: the tests ran on the embedded one only.');
    return true;
  }
  console.log(`The data tests once more, on this machine's PostgreSQL ${system.major}:`);
  return files.length === 0 || runTests(files, 'system');
}

/**
 * @param {string[]} files
 * @param {'embedded' | 'system'} postgres
 * @param {Record<string, string>} [env]
 * @returns {Promise<boolean>}
 */
async function runTests(files, postgres, env = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'plinth-tests-'));
  const clusterDir = mkdtempSync(join(clusterHome(), 'plinth-tests-'));
  // PostgreSQL comes through them as another user when we are root.
  for (const folder of [dataDir, clusterDir]) chmodSync(folder, 0o711);
  mkdirSync(join(clusterDir, 'tmp'), { mode: 0o711 });
  const cluster = await startTestCluster({
    dataDir: clusterDir,
    postgres,
    log: { ...quietLog, info: (message) => console.log(message) },
  });
  const costs = join(dataDir, 'costs');
  const failed = join(dataDir, 'failed');
  try {
    const all = {
      ...process.env,
      // Of the process that started this one: a server that a test starts would follow it, and stop at once.
      PLINTH_LAUNCHER: undefined,
      PLINTH_TEST_DATABASE: JSON.stringify(cluster.superuser),
      PLINTH_TEST_POSTGRES: postgres === 'system' ? 'system' : '',
      // Tests of the runtime itself create their own clusters; anything else must not touch the developer's data.
      PLINTH_DATA: join(dataDir, 'var'),
      DATABASE_URL: '',
      PLINTH_SITES: join(dataDir, 'sites'),
      // Clusters that tests make themselves, and profiles of browsers: in memory as well, if there is room. Long tests
      // limit the memory of a server, which files in memory count against.
      ...(!values.long && { TMPDIR: join(clusterDir, 'tmp') }),
      PLINTH_TEST_PROGRAMS: tmpdir(),
      PLINTH_TEST_COSTS: costs,
      // Each of some hundred processes would compile the same code.
      NODE_COMPILE_CACHE: join(dataDir, 'compiled'),
      ...env,
    };
    const isLong = files.some((file) => file.endsWith('.long-test.js'));
    let [passed, isStopped] = [true, false];
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => (isStopped = true));
    for (const turn of inTurns(files, { root, processes: availableParallelism() })) {
      if (isStopped) break;
      const folder = mkdtempSync(join(dataDir, 'turn-'));
      const batches = inBatches(turn.files, { root, folder, processes: turn.atOnce });
      passed = (await runNode(batches, { root, env: all, failed, isLong, atOnce: turn.atOnce })) && passed;
    }
    if (positionals.length > 0) return passed;
    console.log(slowestFiles(costs));
    return passed || (await runAgain(toRunAgain(readFileSync(failed, 'utf8')), all, failed));
  } finally {
    await cluster.stop();
    for (const folder of [clusterDir, dataDir]) rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * What passes now failed by chance, which is a fault all the same, of the product or of the test. So the run says which it was.
 *
 * @param {string[]} files @param {NodeJS.ProcessEnv} env @param {string} failed
 */
async function runAgain(files, env, failed) {
  if (files.length === 0) return false;
  console.log(`\nFailed beside other tests. Once more, alone: ${files.join(', ')}`);
  for (const file of files) if (!(await runNode([file], { root, env, failed }))) return false;
  console.log(`\nPassed the second time, so it fails by chance. Find out why: ${files.join(', ')}`);
  return true;
}
