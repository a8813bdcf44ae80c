import assert from 'node:assert/strict';
import cluster from 'node:cluster';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { admin } from '@plinth/admin';
import { AppError } from '@plinth/plugin';
import { readConfig } from '../../http/config/read-config.js';
import { createWorkerPool } from './worker-pool.js';
import { startWorkers } from './start-workers.js';

/** @import { LaunchedWorker, Started } from './launch-worker.js' */

const log = { debug() {}, info() {}, warn() {}, error() {} };
const living = () => Object.values(cluster.workers ?? {}).length;

describe('workers that start', () => {
  /** @type {string} */
  let dataDir;
  // The first of them has no database yet; the others take up what it left.
  before(() => (dataDir = mkdtempSync(join(tmpdir(), 'plinth-dying-'))));
  after(() => rmSync(dataDir, { recursive: true, force: true }));
  afterEach(() => {
    cluster.removeAllListeners('fork');
    cluster.removeAllListeners('message');
  });

  const config = () =>
    readConfig({ PLINTH_DATA: dataDir, PORT: '0', WORKERS: '2', LOG_LEVEL: 'error', DATABASE_URL: '' });

  /**
   * What happens as a worker is started.
   *
   * @param {(worker: import('node:cluster').Worker, nth: number) => void} happens
   */
  const atFork = (happens) => {
    let forked = 0;
    cluster.on('fork', (worker) => happens(worker, ++forked));
  };

  /** @param {Awaited<ReturnType<typeof startWorkers>>} server */
  const answersWithTwo = async (server) => {
    assert.equal(server.pids().length, 2);
    for (let i = 0; i < 8; i++) {
      const { status } = await fetch(new URL('/healthz', server.url), { headers: { connection: 'close' } });
      assert.equal(status, 200);
    }
  };

  it('K16: are replaced when they are killed, the first one too', async () => {
    atFork((worker, nth) => (nth === 1 || nth === 3) && worker.process.kill('SIGKILL'));
    const server = await startWorkers(config(), { admin, log });
    await answersWithTwo(server);
    await server.close();
    assert.equal(living(), 0);
  });

  it('K16, K3: are replaced when PostgreSQL is killed meanwhile', async () => {
    atFork((_worker, nth) => {
      if (nth !== 2) return;
      const [pid] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
      process.kill(Number(pid), 'SIGKILL');
    });
    const server = await startWorkers(config(), { admin, log });
    await answersWithTwo(server);
    await server.close();
    assert.equal(living(), 0);
  });

  it('K14: end at once when the server is to stop, and leave nothing behind', async () => {
    const stop = new AbortController();
    // The second one is killed whenever it starts: without a stop this would go on for a while.
    atFork((worker, nth) => {
      if (nth > 1) worker.process.kill('SIGKILL');
      if (nth === 3) stop.abort();
    });
    const reason = await startWorkers(config(), { admin, log, signal: stop.signal }).catch((error) => error);
    assert.equal(reason, stop.signal.reason);
    assert.equal(living(), 0);
    assert.throws(() => readFileSync(join(dataDir, 'lock.json')), { code: 'ENOENT' });
  });
});

describe('a pool', () => {
  /** @type {Started} */
  const started = { url: 'http://localhost:1', port: 1, socket: null };
  /** @param {(label: string) => Promise<Started>} outcome @param {{ hopeless?: (error: Error) => void }} [options] */
  const poolOf = (outcome, { hopeless = () => {} } = {}) =>
    createWorkerPool({
      size: 2,
      log,
      onHopeless: hopeless,
      onChange() {},
      launch: (_socket, label) => /** @type {LaunchedWorker} */ (launched(outcome(label))),
    });
  /** @param {Promise<Started>} outcome */
  const launched = (outcome) => ({
    pid: 1,
    started: outcome,
    exited: new Promise(() => {}),
    say() {},
    stop: async () => {},
  });
  const wrong = new AppError('LISTEN_REFUSED', 'no such address', { status: 500 });
  const unforeseen = new AppError('WORKER_FAILED', 'x is not a function', { status: 500 });

  it('ends its start for what a successor would find too', async () => {
    for (const label of ['1', '2']) {
      const pool = poolOf(async (at) => (at === label ? Promise.reject(wrong) : started));
      await assert.rejects(
        pool.start(async () => {}),
        wrong,
      );
      await pool.close();
    }
  });

  it('ends its start for what nobody foresaw, as long as nobody answers', async () => {
    const pool = poolOf(async () => Promise.reject(unforeseen));
    await assert.rejects(
      pool.start(async () => {}),
      unforeseen,
    );
    await pool.close();
  });

  it('K16: goes on where one worker answers', async () => {
    let failures = 0;
    const pool = poolOf(async (at) => (at === '2' && failures++ < 1 ? Promise.reject(unforeseen) : started));
    assert.equal(await pool.start(async () => {}), started);
    assert.equal(pool.pids().length, 2);
    await pool.close();
  });
});
