import { fork } from 'node:child_process';
import { createServer, get } from 'node:http';
import { cpuMs } from './parts/cpu.js';
import { startTestServer } from '@plinth/server/testing';
import { installForum } from './parts/forum.js';

/**
 * What is not kept: the forum's front page, the form, the simple page with the page cache off, for a visitor and for
 * somebody logged in, in turns with a bare node:http server that sends the same bytes. Load and server are processes of
 * their own. Beside the requests a second stands what one costs in CPU, which other work on the machine does not change.
 *
 * node benchmarks/render-path.js [seconds=5] [rounds=3] [path …]      a profile of the server: CPU_PROF=1
 */
const ROLES = /** @type {Record<string, (message: any) => unknown>} */ ({ load, server, bare });
if (process.send) process.once('message', (/** @type {any} */ { role, ...options }) => ROLES[role](options));
else await main();

async function main() {
  const seconds = Number(process.argv[2] ?? 5);
  const rounds = Number(process.argv[3] ?? 3);
  const paths = process.argv.length > 4 ? process.argv.slice(4) : ['/page/forum', '/view/new_topic', '/page/simple'];
  const profile = process.env.CPU_PROF ? ['--cpu-prof', '--cpu-prof-dir=.cpu-prof'] : [];
  const { child, answer: app } = await begin({ role: 'server' }, profile);
  const results = [];
  for (const path of paths) {
    for (const [who, cookie] of [
      ['public', ''],
      ['user', app.cookie],
    ]) {
      const headers = cookie ? { cookie } : {};
      const { child: other, answer: plain } = await begin({ role: 'bare', url: app.url + path, headers });
      /** @type {Record<'app' | 'bare', any[]>} */
      const runs = { app: [], bare: [] };
      await measure({ url: app.url + path, headers, seconds: 2 });
      for (let i = 0; i < rounds; i++) {
        runs.bare.push(await measure({ url: plain.url, headers, seconds: Math.min(3, seconds) }));
        const before = cpuMs(app);
        const run = await measure({ url: app.url + path, headers, seconds });
        const after = cpuMs(app);
        runs.app.push({
          ...run,
          node: (after.node - before.node) / run.count,
          postgres: (after.postgres - before.postgres) / run.count,
        });
      }
      const [mine, bareRate] = [median(runs.app.map(({ rate }) => rate)), median(runs.bare.map(({ rate }) => rate))];
      results.push({
        ...{
          path,
          who,
          bytes: plain.bytes,
          'requests/s': Math.round(mine),
          p99: median(runs.app.map(({ p99 }) => p99)),
        },
        ...{ spread: runs.app.map(({ rate }) => Math.round(rate)).join(' '), 'bare requests/s': Math.round(bareRate) },
        'node ms': median(runs.app.map(({ node }) => node)).toFixed(3),
        'postgres ms': median(runs.app.map(({ postgres }) => postgres)).toFixed(3),
        share: `${Math.round((100 * mine) / bareRate)} %`,
      });
      other.kill();
    }
  }
  console.table(results);
  child.send('stop');
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

/** @param {{ url: string, headers: object, seconds: number }} options */
async function measure(options) {
  const { child, answer } = await begin({ role: 'load', ...options });
  child.kill();
  return answer;
}

/** @param {{ url: string, headers: any, seconds: number }} options */
async function load({ url, headers, seconds }) {
  // @ts-expect-error it has no types
  const { default: autocannon } = await import('autocannon');
  const { requests, latency, non2xx, errors } = await autocannon({ url, headers, connections: 50, duration: seconds });
  if (non2xx > 0 || errors > 0) throw new Error(`${non2xx} answers were no success, ${errors} errors`);
  process.send?.({ rate: requests.average, count: requests.total, p99: latency.p99 });
}

async function server() {
  const app = await startTestServer({ users: { anna: ['user'] }, logLevel: process.env.LOG_LEVEL ?? 'warn' });
  await installForum(app.data);
  const client = await app.as('anna');
  const cookie = [...client.cookies].map(([key, value]) => `${key}=${value}`).join('; ');
  const [{ name }] = (await app.data.db.query('select current_database() as name')).rows;
  process.send?.({ url: app.url, cookie, pid: process.pid, database: name });
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
