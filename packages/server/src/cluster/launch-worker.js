/** @import { Worker } from 'node:cluster' */
import cluster from 'node:cluster';
import { AppError } from '@plinth/plugin';
import { createWatchdog } from './watchdog.js';

/** A worker that has not ended after this, in ms, is stuck; requests under way have 30 s. */
const STOP_PATIENCE = 40_000;

/**
 * What a worker begins with.
 *
 * @typedef {{ config: import('../types.d.ts').Config, connection: object, connections: { max: number, shared: number },
 *   reusePort: boolean, label: string }} Begin label: of its place
 * @typedef {{ url: string, port: number, socket: Socket | null }} Started socket: where it listens, to be handed on
 * @typedef {{ close(): void }} Socket
 * @typedef {ReturnType<typeof launchWorker>} LaunchedWorker
 */

/**
 * Starts one process that answers requests (answer-requests.js is the other end).
 *
 * @param {{ begin: Begin, socket: Socket | null, relay: ReturnType<typeof import('@plinth/data').createRelaySource>,
 *   hear: (message: any, from: LaunchedWorker) => void }} options
 *   socket: to go on listening at; hear: what it says besides
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
    /** Lets it finish what is under way. @param {{ gently?: boolean }} [how] gently: no connection breaks */
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
  // Not only at its end: a member that can't hear any more is nobody to wait for.
  worker.once('disconnect', member.leave);
  // What goes wrong with it is told by its exit.
  worker.on('error', () => {});
  return launched;
}

/** One whose event loop stands still takes connections and answers none: it is ended, and its place filled again. @param {Worker} worker */
function watch(worker) {
  const watchdog = createWatchdog({
    ask: () => post(worker, { here: true }),
    onStuck: () => worker.process.kill('SIGKILL'),
  });
  worker.once('exit', watchdog.close);
  return watchdog;
}

/** One that is gone hears nothing; that is noticed by its exit. @param {Worker} worker @param {object} message */
function post(worker, message, sent = () => {}) {
  worker.process.send(message, undefined, {}, sent);
}

/**
 * Rejects with what the worker says of itself, or with WORKER_FAILED: 503 where it died, 500 where something unforeseen was
 * thrown.
 *
 * @param {Worker} worker @returns {Promise<Started>}
 */
function startedOf(worker) {
  const { promise, resolve, reject } = Promise.withResolvers();
  /** @param {any} message @param {any} socket */
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
  // Whoever waits hears of it; nobody has to.
  promise.catch(() => {});
  return promise;
}
