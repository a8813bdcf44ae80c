import { fork } from 'node:child_process';
import { createServer, get } from 'node:http';
import { cpuMs, measuredBy } from './parts/cpu.js';
import { loadHttp } from './parts/http-load.js';
import { endWithParent } from './parts/server-and-load.js';
import { startTestServer } from '@plinth/server/testing';
import { installBenchmark } from '../packages/cli/src/benchmarks/setup/install-benchmark.js';

/**
 * What is not cached: the forum's front page, the form, the simple page with the page cache off (also static_file,
 * stored_file, stored_file_20k, stored_file_1m), for a visitor and for somebody logged in, in turns with a bare
 * node:http server that sends the same bytes. With "_miss" behind its name (complex_page_miss) a page is asked for with a
 * parameter that never repeats: with the page cache on, that is a real miss. Load and server are processes of their own. Beside the requests a second
 * stands what one costs in CPU, which other work on the machine changes less.
 *
 * node benchmarks/render-path.js [seconds=5] [rounds=3] [name …]      a profile of the server: CPU_PROF=1; with the page
 * cache: PAGE_CACHE=on
 */
const ROLES = /** @type {Record<string, (message: any) => unknown>} */ ({ load, server, bare });
if (process.send) {
  endWithParent();
  process.once('message', (/** @type {any} */ { role, ...options }) => ROLES[role](options));
} else await main();

async function main() {
  const seconds = Number(process.argv[2] ?? 5);
  const rounds = Number(process.argv[3] ?? 3);
  const names = process.argv.length > 4 ? process.argv.slice(4) : ['complex_page', 'form_view', 'simple_page'];
  const profile = process.env.CPU_PROF ? ['--cpu-prof', '--cpu-prof-dir=.cpu-prof'] : [];
  const { child, answer: app } = await begin({ role: 'server' }, profile);
  const results = [];
  for (const name of names) {
    const isMiss = name.endsWith('_miss');
    const path = app.benchmarks[name.replace(/_miss$/, '')];
    for (const [who, cookie] of [
      ['public', ''],
      ['user', app.cookie],
    ]) {
      const headers = cookie ? { cookie } : {};
      const { child: other, answer: plain } = await begin({ role: 'bare', url: app.url + path, headers });
      /** @type {Record<'app' | 'bare', any[]>} */
      const runs = { app: [], bare: [] };
      await measure({ url: app.url + path, headers, seconds: 2, isMiss });
      for (let i = 0; i < rounds; i++) {
        runs.bare.push(
          await costed({ pid: Number(other.pid), database: '-', postmaster: 0 }, { url: plain.url, headers, seconds }),
        );
        runs.app.push(await costed(app, { url: app.url + path, headers, seconds, isMiss }));
      }
      results.push({ name, who, bytes: plain.bytes, ...compare(runs) });
      other.kill();
    }
  }
  console.table(results);
  child.send('stop');
}

/** @param {Record<'app' | 'bare', any[]>} runs */
function compare({ app, bare: plain }) {
  const of = (/** @type {any[]} */ list, /** @type {string} */ name) => median(list.map((run) => run[name]));
  const [mine, bareRate] = [of(app, 'rate'), of(plain, 'rate')];
  return {
    ...{ 'requests/s': Math.round(mine), p99: of(app, 'p99'), 'bare requests/s': Math.round(bareRate) },
    spread: app.map(({ rate }) => Math.round(rate)).join(' '),
    share: `${Math.round((100 * mine) / bareRate)} %`,
    ...{ 'node ms': of(app, 'node').toFixed(3), 'postgres ms': of(app, 'postgres').toFixed(3) },
    'bare ms': of(plain, 'node').toFixed(3),
  };
}

/** A run, with the CPU time of each request. @param {import('./parts/cpu.js').Measured} server @param {Parameters<typeof measure>[0]} options */
async function costed(server, options) {
  const before = cpuMs(server);
  const run = await measure(options);
  const after = cpuMs(server);
  const { node, postgres } = after;
  return { ...run, node: (node - before.node) / run.count, postgres: (postgres - before.postgres) / run.count };
}

/** @param {object} message @param {string[]} [execArgv] @returns {Promise<{ child: import('node:child_process').ChildProcess, answer: any }>} */
function begin(message, execArgv = []) {
  const child = fork(new URL(import.meta.url), { execArgv });
  child.send(message);
  return new Promise((resolve, reject) => {
    child.once('message', (answer) => resolve({ child, answer }));
    child.once('exit', (code) => reject(new Error(`A process of the benchmark ended (${code})`)));
  });
}

/** @param {{ url: string, headers: object, seconds: number, isMiss?: boolean }} options */
async function measure(options) {
  const { child, answer } = await begin({ role: 'load', ...options });
  child.kill();
  return answer;
}

/** @param {{ url: string, headers: any, seconds: number, isMiss?: boolean }} options */
async function load({ url, headers, seconds, isMiss }) {
  if (isMiss) return process.send?.(await loadMisses(url, headers, seconds));
  // @ts-expect-error it has no types
  const { default: autocannon } = await import('autocannon');
  const { requests, latency, non2xx, errors } = await autocannon({ url, headers, connections: 50, duration: seconds });
  if (non2xx > 0 || errors > 0) throw new Error(`${non2xx} answers were no success, ${errors} errors`);
  process.send?.({ rate: requests.average, count: requests.total, p99: latency.p99 });
}

/** @param {string} url @param {Record<string, string>} headers @param {number} seconds */
async function loadMisses(url, headers, seconds) {
  const { host, pathname } = new URL(url);
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = (/** @type {number} */ i) =>
    `GET ${pathname}?miss=${process.pid}-${i} HTTP/1.1\r\n${lines.join('')}\r\n`;
  return loadHttp({ url, connections: 50, seconds, request, status: 200 });
}

async function server() {
  const app = await startTestServer({
    pageCache: process.env.PAGE_CACHE === 'on',
    users: { anna: ['user'] },
    logLevel: process.env.LOG_LEVEL ?? 'warn',
  });
  const { benchmarks } = await installBenchmark(/** @type {any} */ (app.parts), app.system);
  const client = await app.as('anna');
  const cookie = [...client.cookies].map(([key, value]) => `${key}=${value}`).join('; ');
  while (app.parts.pages && app.parts.pages.state() !== 'live') await new Promise((done) => setTimeout(done, 10));
  process.send?.({ url: app.url, benchmarks, cookie, ...(await measuredBy(app.data.db)) });
  process.once('message', async () => {
    await app.close();
    process.exit();
  });
}

/** @param {{ url: string, headers: any }} options */
function bare({ url, headers }) {
  get(url, { headers }, (res) => {
    /** @type {Buffer[]} */
    const chunks = [];
    const { date, connection, 'keep-alive': _, ...kept } = res.headers;
    const list = Object.entries(kept).flatMap(([name, value]) => [name, String(value)]);
    res.on('data', (chunk) => chunks.push(chunk));
    res.on('end', () => {
      const bytes = Buffer.concat(chunks);
      const http = createServer((_req, answer) => {
        answer.writeHead(200, list.slice());
        answer.end(bytes);
      });
      http.listen(0, '127.0.0.1', () => {
        const { port } = /** @type {any} */ (http.address());
        process.send?.({ url: `http://127.0.0.1:${port}/`, bytes: bytes.length });
      });
    });
  });
}

/** @param {number[]} values */
function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}
