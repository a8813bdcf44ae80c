/** @import { Benchmark } from '@plinth/cli/benchmarks' */
/** @import { Values } from '@plinth/plugin' */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { cpuOfTree, load, median, round, timed, withServer } from '@plinth/cli/benchmarks';

const ADMIN = Object.freeze({ userId: null, roles: ['admin'], system: true });
const FIBONACCI = 'const f = (n) => (n < 2 ? n : f(n - 1) + f(n - 2));';
const FUNCTIONS = {
  fibonacci: `${FIBONACCI} export default ({ n }) => f(n);`,
  empty: 'export default () => null;',
  loop: 'export default () => { for (;;); };',
};
/** As the sandbox sets it for its processes. */
const PRIORITY = constants.priority.PRIORITY_BELOW_NORMAL;

/**
 * Naive recursion alone and two at once; empty calls; what a new isolate costs; and the delay of other requests while a
 * function loops. What is compared runs in turns.
 *
 * @type {Benchmark}
 */
export const benchmark = {
  group: 'C',
  about: 'functions beside plain Node, empty calls, and pages beside a loop',
  sizes: { n: [40, 27], seconds: [5, 1], rounds: [3, 1], isolates: [100, 20] },
  run: ({ n, seconds, rounds, isolates }) =>
    withServer(
      async ({ url, data, operator }) => {
        for (const [name, code] of Object.entries(FUNCTIONS)) {
          const limits = { seconds: 60, methods: ['GET'], roles: ['public'] };
          const params = name === 'fibonacci' ? [{ name: 'n', type: 'integer' }] : [];
          await data.edit(operator, 'add-function', { function: { name, code, params, ...limits } });
        }
        return {
          ...(await besideNode(url, n, rounds)),
          ...(await emptyCalls(data, url, seconds)),
          'new isolate ms p50': await newIsolate(data, isolates),
          ...(await besideLoop(url, seconds)),
        };
      },
      { env: { LOG_LEVEL: 'error' } },
    ),
};

/** @param {string} url @param {number} n @param {number} rounds */
async function besideNode(url, n, rounds) {
  const call = () => timed(() => get(`${url}/fn/fibonacci?n=${n}`));
  await call();
  /** @type {{ node: number[], one: number[], two: number[] }} */
  const times = { node: [], one: [], two: [] };
  for (let i = 0; i < rounds; i++) {
    times.node.push(await plainNode(n));
    times.one.push(await call());
    times.two.push(await timed(() => Promise.all([call(), call()])));
  }
  const [node, one, two] = [median(times.node), median(times.one), median(times.two)];
  return {
    n,
    'plain Node ms': round(node),
    '/fn/fibonacci ms': round(one),
    'two at once ms': round(two),
    'function : Node': round(one / node, 3),
    'two : one': round(two / one, 3),
  };
}

/** The same code without Plinth, measured inside, after one run to warm up. @param {number} n @returns {Promise<number>} ms */
function plainNode(n) {
  const code = `${FIBONACCI} require('os').setPriority(${PRIORITY}); f(20);
    const began = performance.now(); f(${n}); process.stdout.write(String(performance.now() - began));`;
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
    let out = '';
    child.stdout.on('data', (part) => (out += part));
    child.on('error', fail).on('close', () => done(Number(out)));
  });
}

/** @param {unknown} data @param {string} url @param {number} seconds */
async function emptyCalls(data, url, seconds) {
  const job = { url: `${url}/fn/empty`, status: 200, connections: 16, duration: seconds };
  await load('autocannon', { ...job, duration: 1 }, null);
  const before = cpuOf(data);
  const { requests, requestsPerSecond, latency } = await load('autocannon', job, null);
  const cpuMs = cpuOf(data) - before;
  return {
    'empty calls/s': Math.round(requestsPerSecond),
    'empty call p99 ms': round(latency.p99),
    // Server and sandbox together, whatever else the machine does meanwhile.
    'empty calls per second of CPU': Math.round((requests / cpuMs) * 1000),
  };
}

/** CPU ms of this process and the sandbox's. @param {any} data */
function cpuOf({ functions }) {
  const { user, system } = process.cpuUsage();
  const pids = /** @type {number[]} */ (functions.processes());
  return (user + system) / 1000 + pids.reduce((sum, pid) => sum + (cpuOfTree(pid).get(pid)?.all ?? 0), 0);
}

/** @param {Values} data @param {number} count */
async function newIsolate({ functions }, count) {
  const times = [];
  for (let i = 0; i < count; i++) times.push((await functions.test(ADMIN, { code: FUNCTIONS.empty }, {})).ms);
  return round(median(times));
}

/** @param {string} url @param {number} seconds */
async function besideLoop(url, seconds) {
  const job = { url: `${url}/auth/login`, status: 200, connections: 4, duration: seconds };
  await load('autocannon', { ...job, duration: 1 }, null);
  const usual = [];
  const looping = [];
  for (let i = 0; i < 3; i++) {
    usual.push((await load('autocannon', job, null)).latency.p99);
    const stop = new AbortController();
    const loop = fetch(`${url}/fn/loop`, { signal: stop.signal }).catch(() => {});
    looping.push((await load('autocannon', job, null)).latency.p99);
    stop.abort();
    await loop;
  }
  const [alone, beside] = [median(usual), median(looping)];
  return { 'page p99 ms': round(alone), 'beside a loop ms': round(beside), 'loop : usual': round(beside / alone, 2) };
}

/** @param {string} url */
async function get(url) {
  const response = await fetch(url);
  if (response.status !== 200) throw new Error(`${url} answers ${response.status}: ${await response.text()}`);
  return response.json();
}
