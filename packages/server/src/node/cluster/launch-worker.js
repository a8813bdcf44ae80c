/** @import { Values } from '@plinth/plugin' */
/** @import { Worker } from 'node:cluster' */
import cluster from 'node:cluster';
import { AppError } from '@plinth/plugin';
import { createWatchdog } from './watchdog.js';

/** A worker that has not exited after this many ms is stuck; requests in progress get 30 s. */
const STOP_PATIENCE = 40_000;

/**
 * What a worker needs to start.
 *
 * @typedef {{ config: import('../../types.d.ts').Config, admin: string, connection: object,
 *   connections: { max: number, shared: number }, reusePort: boolean, label: string }} Begin
 *   admin: the module that gives it; label: of its slot
 * @typedef {{ url: string, port: number, socket: Socket | null }} Started socket: its listening socket, for its
 *   replacement
 * @typedef {{ close(): void }} Socket
 * @typedef {ReturnType<typeof launchWorker>} LaunchedWorker
 */

/**
 * Starts a worker process (answer-requests.js runs in it).
 *
 * @param {{ begin: Begin, socket: Socket | null, relay: ReturnType<typeof import('@plinth/data').createRelaySource>,
 *   hear: (message: Values, from: LaunchedWorker) => void }} options
 *   socket: to continue listening on; hear: what it says besides
 */
export function launchWorker({ begin, socket, relay, hear }) {
  const worker = cluster.fork();
  const launched = {
    pid: /** @type {number} */ (worker.process.pid),
    started: startedOf(worker),
    /** @type {Promise<{ code: number, signal: string | null }>} */
    exited: new Promise((resolve) => worker.once('exit', (code, signal) => resolve({ code, signal }))),
    /** @param {object} message */
    say: (message) => post(worker, message),
    /** Stops it after its requests in progress. @param {{ gently?: boolean }} [how] gently: no connection is cut */
    async stop({ gently = false } = {}) {
      const impatience = setTimeout(() => worker.process.kill('SIGKILL'), STOP_PATIENCE);
      post(worker, { stop: { gently } });
      await launched.exited;
      clearTimeout(impatience);
    },
  };
  const member = relay.join((message, sent) => {
    if ('word' in message) post(worker, { change: message }, sent);
    else
      worker.process.send(
        { begin: { ...begin, welcome: message.welcome } },
        /** @type {any} */ (socket ?? undefined),
        {},
        sent,
      );
  });
  const watchdog = watch(worker);
  worker.on('message', (message) => {
    if (message.here) watchdog.heard();
    else if (message.question) member.hear(message.question);
    else hear(message, launched);
  });
  // Also before it exits: nothing waits for a member that can't receive messages.
  worker.once('disconnect', member.leave);
  // Failures are handled on exit.
  worker.on('error', () => {});
  return launched;
}

/**
 * A worker whose event loop is blocked accepts connections without answering, so it is killed and replaced.
 *
 * @param {Worker} worker
 */
function watch(worker) {
  const watchdog = createWatchdog({
    ask: () => post(worker, { here: true }),
    onStuck: () => worker.process.kill('SIGKILL'),
  });
  worker.once('exit', watchdog.close);
  return watchdog;
}

/** Sends a message; a worker that is gone is noticed by its exit. @param {Worker} worker @param {object} message */
function post(worker, message, sent = () => {}) {
  worker.process.send(message, undefined, {}, sent);
}

/**
 * Rejects with the error that the worker reports, or with WORKER_FAILED: 503 if it died, 500 if it threw an unexpected
 * error.
 *
 * @param {Worker} worker @returns {Promise<Started>}
 */
function startedOf(worker) {
  const { promise, resolve, reject } = Promise.withResolvers();
  /** @param {Values} message @param {unknown} socket */
  const hear = ({ started, failed }, socket) => {
    if (started) resolve({ ...started, socket: socket ?? null });
    if (failed) reject(new AppError(failed.code, failed.message, failed));
    if (started || failed) worker.off('message', hear);
  };
  worker.on('message', hear);
  worker.once('exit', () =>
    reject(
      new AppError('WORKER_FAILED', 'A worker exited while starting', {
        status: 503,
        hint: 'See the log for the reason',
      }),
    ),
  );
  // Callers that wait get the rejection; without any, it must not be unhandled.
  promise.catch(() => {});
  return promise;
}
