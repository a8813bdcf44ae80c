import { withApp } from '../../frame/with-app.js';
import { load } from './load/index.js';
import { createOwnData, startOwnServer } from './own-server.js';
import { cpuBetween, cpuOfTree } from './processes.js';
import { round } from './statistics.js';

/** @import { App } from '../../frame/with-app.js' */
/** @import { Job } from './load/index.js' */
/** @import { Round } from '../types.d.ts' */
/** @typedef {typeof import('@plinth/server/app').OPERATOR} Operator */
/** @typedef {Round & { nodeMs: number, postgresMs: number }} Load CPU time in ms per request */

/**
 * Works with an app in this process, on its own embedded PostgreSQL with default settings, so writes are durable.
 *
 * @template T
 * @param {(app: App, operator: Operator, own: ReturnType<typeof createOwnData>) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withOwnApp(work) {
  const own = createOwnData({ env: process.env });
  try {
    return await inside(own, (app, operator) => work(app, operator, own));
  } finally {
    await own.remove();
  }
}

/**
 * Works with a server in a separate process. The result of `prepare` is passed on.
 *
 * @template P, T
 * @param {(app: App, operator: Operator) => Promise<P>} prepare
 * @param {(server: { url: string, put(job: Job): Promise<Load> }, prepared: P) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withOwnServer(prepare, work) {
  const own = createOwnData({ env: process.env });
  try {
    const prepared = await inside(own, prepare);
    const server = await startOwnServer({ ...own.env, WORKERS: '1' });
    try {
      return await work({ url: server.url, put: (job) => putLoad(server, job) }, prepared);
    } finally {
      await server.stop();
    }
  } finally {
    await own.remove();
  }
}

/**
 * @template T
 * @param {ReturnType<typeof createOwnData>} own
 * @param {(app: App, operator: Operator) => Promise<T>} work
 */
const inside = ({ env }, work) =>
  withApp(/** @type {any} */ ({ env, stderr: process.stderr }), work, { mayBeNew: true });

/** @param {{ pid: number, url: string }} server @param {Job} job its url is a path @returns {Promise<Load>} */
async function putLoad({ pid, url }, job) {
  const before = cpuOfTree(pid);
  const found = await load('autocannon', { ...job, url: url + job.url }, null);
  if (found.errors > 0) throw new Error(`${job.url}: ${found.problems.join(', ')}`);
  const { cpuMs, databaseMs } = cpuBetween(before, cpuOfTree(pid));
  const each = (/** @type {number} */ ms) => round(ms / found.requests, 3);
  return { ...found, nodeMs: each(cpuMs - databaseMs), postgresMs: each(databaseMs) };
}
