import { fork } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { createRunFolder } from '../../packages/cli/src/benchmarks/run/run-folder.js';
import { cpuMs, measuredBy } from './cpu.js';
import { median } from './samples.js';

/*
 * Benchmarks over HTTP: server and load generator are processes of their own, each the benchmark's own file in a role.
 */

/** @typedef {{ rate: number, count: number, p50: number, p90: number, p99: number, node: number, postgres: number }} Load node, postgres: CPU ms of a request */

/** Plays the role that a file was started for. @param {string} file import.meta.url @param {Record<string, (message: any) => unknown>} roles @returns {boolean} whether it was called by itself, as a whole */
export function isWhole(file, roles) {
  if (file !== pathToFileURL(process.argv[1]).href) return false;
  if (!process.send) return true;
  process.once('message', (/** @type {any} */ { role, ...message }) => roles[role](message));
  endWithParent();
  return false;
}

/** A child goes when whoever measures is gone, in good order: Ctrl-C reaches both, and would leave its database running. */
export function endWithParent() {
  process.on('SIGINT', () => {});
  process.once('disconnect', () => process.exit(1));
}

/**
 * Works with the server of a benchmark. CPU_PROF=1: a profile of it.
 *
 * @template T
 * @param {string} file @param {(server: any, child: import('node:child_process').ChildProcess) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withServer(file, work) {
  const profile = process.env.CPU_PROF ? ['--cpu-prof', '--cpu-prof-dir=.cpu-prof'] : [];
  const { child, answer } = await begin(file, { role: 'server' }, profile);
  try {
    return await work(answer, child);
  } finally {
    child.send({ stop: true });
    await new Promise((resolve) => child.once('exit', resolve));
  }
}

/** Load on a server, and what a request of it cost. @param {string} file @param {import('./cpu.js').Measured} server @param {object} options @returns {Promise<Load>} */
export async function putLoad(file, server, options) {
  const before = cpuMs(server);
  const { child, answer } = await begin(file, { role: 'load', ...server, ...options });
  const after = cpuMs(server);
  child.kill();
  const each = (/** @type {'node' | 'postgres'} */ who) => (after[who] - before[who]) / answer.count;
  return { ...answer, node: each('node'), postgres: each('postgres') };
}

/** The medians of several rounds. @param {readonly Load[]} rounds @param {string} name of the rate */
export function summary(rounds, name) {
  const of = (/** @type {keyof Load} */ key) => median(rounds.map((round) => round[key]));
  return {
    [name]: Math.round(of('rate')),
    spread: rounds.map(({ rate }) => Math.round(rate)).join(' '),
    ...{ p50: of('p50'), p90: of('p90'), p99: of('p99') },
    'node ms': Number(of('node').toFixed(3)),
    'postgres ms': Number(of('postgres').toFixed(3)),
  };
}

/** In the load generator: asks, and tells what came of it. @param {object} request of autocannon @param {string} status the right one */
export async function generateLoad(request, status) {
  // @ts-expect-error it has no types
  const { default: autocannon } = await import('autocannon');
  const { requests, latency, errors, statusCodeStats } = await autocannon(request);
  const wrong = Object.keys(statusCodeStats).filter((code) => code !== status);
  if (wrong.length > 0 || errors > 0) throw new Error(`${errors} errors, answers ${JSON.stringify(statusCodeStats)}`);
  const { p50, p90, p99 } = latency;
  process.send?.({ rate: requests.average, count: requests.total, p50, p90, p99 });
}

/**
 * In the server: Plinth on an embedded PostgreSQL of its own, durable. What `prepare` gives is told; further messages go
 * to `hear`.
 *
 * @param {(parts: any) => Promise<object>} prepare @param {(message: any, parts: any) => void} [hear]
 */
export async function serveOwn(prepare, hear = () => {}) {
  const { startServer } = await import('@plinth/server');
  const { folder: dataDir, remove } = createRunFolder();
  const server = await startServer({
    ...{ port: 0, host: '127.0.0.1', databaseUrl: null, dataDir, baseUrl: 'http://127.0.0.1:0', workers: 1 },
    ...{ trustProxy: 0, visitorLimit: 0, logLevel: process.env.LOG_LEVEL ?? 'warn', pageCache: true },
  });
  const parts = /** @type {any} */ (server.parts());
  const prepared = await prepare(parts);
  process.send?.({ url: server.url, ...(await measuredBy(parts.data.db)), ...prepared });
  process.on('message', async (/** @type {any} */ message) => {
    if (!message.stop) return hear(message, parts);
    await server.close();
    await remove();
    process.exit();
  });
  return server;
}

/** @param {string} file @param {object} message @param {string[]} [execArgv] */
async function begin(file, message, execArgv = []) {
  const child = fork(new URL(file), { execArgv });
  return { child, answer: await ask(child, message) };
}

/** @param {import('node:child_process').ChildProcess} child @param {object} message @returns {Promise<any>} */
export function ask(child, message) {
  child.send(message);
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`A process of the benchmark ended (${code})`)));
  });
}
