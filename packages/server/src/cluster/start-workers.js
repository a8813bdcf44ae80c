/** @import { Worker } from 'node:cluster' */
/** @import { Config, Log } from '../types.d.ts' */
import cluster from 'node:cluster';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '@plinth/data';
import { AppError } from '@plinth/plugin';

/** A worker that dies at once, again and again, must not keep the machine busy. */
const RESTART_PAUSE = 1000;
const STOP_PATIENCE = 30_000;

/**
 * Starts Plinth in several processes that share the port. This process owns the database and answers no request; the
 * workers hear of each other's changes through the database, as other servers on it would.
 *
 * @param {Config} config @param {{ log: Log }} options
 * @returns {Promise<{ url: string, failed: Promise<Error>, close(): Promise<void> }>}
 */
export async function startWorkers(config, { log }) {
  const database = await openDatabase({ config, purpose: 'serve', log });
  await rm(path.join(config.dataDir, 'tmp'), { recursive: true, force: true });
  cluster.setupPrimary({ exec: fileURLToPath(new URL('./worker.js', import.meta.url)), args: [] });
  let closing = false;

  /** @returns {Promise<{ url: string }>} */
  const start = (worker = cluster.fork()) => {
    worker.send({ config, connection: database.connection });
    return startedOf(worker);
  };
  const close = async () => {
    closing = true;
    await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => worker && stop(worker)));
    await database.close();
  };
  const replaceDead = () =>
    cluster.on('exit', (worker, code, signal) => {
      if (closing) return;
      log.error('a worker ended; starting another', { pid: worker.process.pid, code, signal });
      setTimeout(() => {
        if (!closing) start().catch((error) => log.error('a worker did not start', { error }));
      }, RESTART_PAUSE);
    });

  try {
    // The first one alone: it brings the database to this version. Port 0 is the same free one for all of them.
    const { url } = await start();
    await Promise.all(Array.from({ length: config.workers - 1 }, () => start()));
    replaceDead();
    return { url, failed: new Promise((resolve) => database.onExit(resolve)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** @param {Worker} worker @returns {Promise<{ url: string }>} */
function startedOf(worker) {
  return new Promise((resolve, reject) => {
    worker.once('message', (/** @type {any} */ { started, error }) => {
      if (started) resolve(started);
      else reject(new AppError(error.code, error.message, error));
    });
    worker.once('exit', () =>
      reject(new AppError('WORKER_FAILED', 'A worker ended while it started', { hint: 'The log says why.' })),
    );
  });
}

/** @param {Worker} worker @returns {Promise<void>} */
function stop(worker) {
  return new Promise((resolve) => {
    const impatience = setTimeout(() => worker.kill('SIGKILL'), STOP_PATIENCE);
    worker.once('exit', () => {
      clearTimeout(impatience);
      resolve();
    });
    worker.send('stop', () => {});
  });
}
