/** @import { Values } from '@plinth/plugin' */
/** @import { Admin, Config, Log } from '../../types.d.ts' */
import cluster from 'node:cluster';
import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createChangeStream, createRelaySource, openDatabase } from '@plinth/data';
import { shareConnections } from '@plinth/data/embedded';
import { divideMemory, heapFlags } from '@plinth/data/memory';
import { followSchedule } from '../backups/index.js';
import { tellMissing } from '../operations/missing-here.js';
import { noteWorkers } from '../operations/running-workers.js';
import { createCollector } from './collect-reports.js';
import { createWorkerPool } from './worker-pool.js';
import { launchWorker } from './launch-worker.js';
import { probePort } from './probe-port.js';

/**
 * Where the system distributes connections among sockets on one port, new connections cost this process nothing.
 * Measured with one request per connection: 26 µs of this process each when it distributes them itself, as node:cluster
 * does elsewhere; no difference with keep-alive.
 */
const SHARES_PORTS = ['linux', 'freebsd'].includes(process.platform);

/**
 * Starts Plinth in several processes that share the port. This process owns the database and the one change stream, and
 * answers no request.
 *
 * @param {Config} config
 * @param {{ admin: Admin, log: Log, signal?: AbortSignal,
 *   askRestore?: import('../backups/runner.js').AskRestore }} options signal: aborts the start, which then rejects with the signal's
 *   reason
 * @returns {Promise<{ url: string, failed: Promise<Error>, restart(): Promise<void>, pids(): number[],
 *   close(): Promise<void> }>}
 *   `failed` resolves when the workers can't be kept running; restart: one worker after the other, without refusing connections
 */
export async function startWorkers(config, { admin, log, signal, askRestore = () => {} }) {
  await probePort(config.port, config.host);
  /** @type {(() => unknown)[]} what is open, to be closed in reverse */
  const open = [];
  const close = async () => {
    for (const shut of open.splice(0).reverse()) await shut();
  };
  const { promise: failed, resolve: fail } = Promise.withResolvers();
  try {
    const database = await openDatabase({ config, purpose: 'serve', log });
    open.push(() => database.close());
    database.onExit(fail);
    await rm(path.join(config.dataDir, 'tmp'), { recursive: true, force: true });
    const { connection } = database;
    const connections = await shareConnections(connection, config.workers);
    logSize(config.workers, connections, log);
    const stream = await createChangeStream({ connection, log });
    open.push(() => stream.close());
    const relay = createRelaySource(stream);
    open.push(() => relay.close());

    setupWorkers(config);
    let { port } = config;
    const collector = createCollector(() => pool.members());
    const hear = createMessageHandler(collector, askRestore);
    const pool = createWorkerPool({
      size: config.workers,
      launch: (socket, label) =>
        launchWorker({
          begin: {
            config: { ...config, port },
            admin: admin.module,
            connection,
            connections,
            reusePort: SHARES_PORTS,
            label,
          },
          socket,
          relay,
          hear,
        }),
      log,
      onHopeless: fail,
      onChange: (workers) => noteWorkers(config.dataDir, { first: process.pid, wanted: config.workers, workers }),
    });
    open.push(() => noteWorkers(config.dataDir, null));
    open.push(() => pool.close());
    const started = pool.start(async (first) => {
      // With port 0, all workers use the free port that the first one got.
      port = first.port;
      // Only now do all tables exist.
      await stream.start();
    });
    const { url } = await Promise.race([started, failed.then(rethrow), ...(signal ? [aborted(signal)] : [])]);
    open.push(followSchedule({ config, connection, log }));
    await tellMissing({ connection, dataDir: config.dataDir, log });
    log.info('changes are heard', { by: stream.kind, reason: stream.reason || undefined });
    return { url, failed, restart: pool.restart, pids: pool.pids, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What each worker process runs. @param {Config} config */
function setupWorkers({ workers, memory = divideMemory({ workers }) }) {
  cluster.setupPrimary({
    exec: fileURLToPath(new URL('./worker.js', import.meta.url)),
    args: [],
    execArgv: [...process.execArgv, ...heapFlags(memory)],
  });
}

/** @param {unknown} error @returns {never} */
function rethrow(error) {
  throw error;
}

/** @param {AbortSignal} signal @returns {Promise<never>} */
function aborted(signal) {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/**
 * Handles messages from workers to the first process.
 *
 * @param {ReturnType<typeof createCollector>} collector @param {import('../backups/runner.js').AskRestore} askRestore
 */
function createMessageHandler({ collect, hear }, askRestore) {
  return (
    /** @type {Values} */ { collect: question, report, restore },
    /** @type {{ say(message: object): void }} */ from,
  ) => {
    if (question) void collect().then((reports) => from.say({ collected: { id: question.id, reports } }));
    if (report) hear(report);
    if (restore) askRestore(restore);
  };
}

/** @param {number} workers @param {object} connections @param {Log} log */
function logSize(workers, connections, log) {
  const cores = availableParallelism();
  log.info('starting workers', { workers, cores, connectionsOfEach: connections });
  if (workers > cores) log.warn('more workers than cores', { workers, cores });
}
