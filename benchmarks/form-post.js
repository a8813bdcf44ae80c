import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { cpuMs } from './parts/cpu.js';

/**
 * Single rows by form post over HTTP: one user is logged in, each post inserts a short text, its rights are checked and
 * it is on the disk before it is answered. On an embedded PostgreSQL of its own, at 16 and 64 in flight; beside it, in
 * the same run, the data package's own insert in that process. Server and load are processes of their own.
 *
 * node benchmarks/form-post.js [seconds=5] [rounds=3]        a profile of the server: CPU_PROF=1
 *
 * @param {{ quick?: boolean, seconds?: number, repeats?: number, onProgress?: (done: number, all: number) => void }} [options]
 */
export async function run({ quick = false, seconds = quick ? 2 : 5, repeats = quick ? 1 : 3, onProgress } = {}) {
  const profile = process.env.CPU_PROF ? ['--cpu-prof', '--cpu-prof-dir=.cpu-prof'] : [];
  const { child, answer: server } = await begin({ role: 'server' }, profile);
  const results = [];
  const inFlight = [16, 64];
  let done = 0;
  try {
    await load(server, { connections: 64, seconds: 2 });
    for (const connections of inFlight) {
      /** @type {any[]} */
      const posts = [];
      /** @type {number[]} */
      const direct = [];
      for (let i = 0; i < repeats; i++) {
        direct.push(await ask(child, { insert: connections, seconds }));
        posts.push(await load(server, { connections, seconds }));
        onProgress?.(++done, inFlight.length * repeats);
      }
      const of = (/** @type {string} */ name) => median(posts.map((post) => post[name]));
      results.push({
        'in flight': connections,
        'posts/s': Math.round(of('rate')),
        spread: posts.map(({ rate }) => Math.round(rate)).join(' '),
        ...{ p50: of('p50'), p90: of('p90'), p99: of('p99') },
        'node ms': Number(of('node').toFixed(3)),
        'postgres ms': Number(of('postgres').toFixed(3)),
        'inserts/s in the process': Math.round(median(direct)),
      });
    }
  } finally {
    child.send({ stop: true });
    await new Promise((resolve) => child.once('exit', resolve));
  }
  return results;
}

const roles = /** @type {Record<string, (message: any) => unknown>} */ ({ server: serve, load: generate });
const isMain = import.meta.url === pathToFileURL(process.argv[1]).href;
if (isMain && process.send) process.once('message', (/** @type {any} */ { role, ...message }) => roles[role](message));
else if (isMain) {
  console.table(await run({ seconds: Number(process.argv[2] ?? 5), repeats: Number(process.argv[3] ?? 3) }));
}

async function serve() {
  const { startServer } = await import('@plinth/server');
  const { installBenchmark } = await import('../packages/cli/src/benchmarks/setup/install-benchmark.js');
  const dataDir = await mkdtemp(path.join(tmpdir(), 'plinth-form-post-'));
  const config = {
    ...{ port: 0, host: '127.0.0.1', databaseUrl: null, dataDir, baseUrl: 'http://127.0.0.1:0', workers: 1 },
    ...{ trustProxy: 0, visitorLimit: 0, logLevel: process.env.LOG_LEVEL ?? 'warn', pageCache: true },
  };
  const server = await startServer(config);
  const parts = /** @type {any} */ (server.parts());
  const { data } = parts;
  const system = { userId: null, roles: [], system: true };
  const { benchmarks } = await installBenchmark(parts, system);
  const person = { email: 'anna@example.com', password: 'correct horse battery', roles: ['user'] };
  await data.people.users.create(system, { name: 'Anna', ...person });
  const { token } = await data.people.login(person.email, person.password, { address: 'load', userAgent: 'load' });
  const { actor } = await data.people.session(token);
  const [{ database }] = (await data.db.query('select current_database() as database')).rows;
  process.send?.({
    ...{ url: server.url + benchmarks.public_insert, cookie: `plinth_session=${encodeURIComponent(token)}` },
    ...{ pid: process.pid, database },
  });
  process.on('message', async (/** @type {any} */ { insert, seconds, stop }) => {
    if (insert) process.send?.(await insertDirectly(data, actor, insert, seconds));
    if (!stop) return;
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
    process.exit();
  });
}

/** @param {any} data @param {any} actor @param {number} callers @param {number} seconds @returns {Promise<number>} rows a second */
async function insertDirectly(data, actor, callers, seconds) {
  const end = performance.now() + seconds * 1000;
  const began = performance.now();
  let count = 0;
  const caller = async () => {
    while (performance.now() < end) {
      await data.rows.insert(actor, 'bench_notes', { text: 'Hello there!' });
      count++;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return (count * 1000) / (performance.now() - began);
}

/** @param {{ url: string, cookie: string, pid: number, database: string }} server @param {{ connections: number, seconds: number }} options */
async function load(server, options) {
  const before = cpuMs(server);
  const { child, answer } = await begin({ role: 'load', ...server, ...options });
  const after = cpuMs(server);
  child.kill();
  const each = (/** @type {'node' | 'postgres'} */ who) => (after[who] - before[who]) / answer.count;
  return { ...answer, node: each('node'), postgres: each('postgres') };
}

/** @param {{ url: string, cookie: string, connections: number, seconds: number }} options */
async function generate({ url, cookie, connections, seconds }) {
  // @ts-expect-error it has no types
  const { default: autocannon } = await import('autocannon');
  const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
  const options = { url, method: 'POST', headers, body: 'text=Hello+there%21', connections, duration: seconds };
  const { requests, latency, errors, statusCodeStats } = await autocannon(options);
  const wrong = Object.keys(statusCodeStats).filter((status) => status !== '303');
  if (wrong.length > 0 || errors > 0) throw new Error(`${errors} errors, answers ${JSON.stringify(statusCodeStats)}`);
  const { p50, p90, p99 } = latency;
  process.send?.({ rate: requests.average, count: requests.total, p50, p90, p99 });
}

/** @param {object} message @param {string[]} [execArgv] @returns {Promise<{ child: import('node:child_process').ChildProcess, answer: any }>} */
async function begin(message, execArgv = []) {
  const child = fork(new URL(import.meta.url), { execArgv });
  return { child, answer: await ask(child, message) };
}

/** @param {import('node:child_process').ChildProcess} child @param {object} message @returns {Promise<any>} */
function ask(child, message) {
  child.send(message);
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`A process of the benchmark ended (${code})`)));
  });
}

/** @param {number[]} values */
function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}
