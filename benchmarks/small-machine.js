import { fork, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createControlGroup } from '../packages/cli/src/testing/control-group.js';
import { prepareData } from '../packages/cli/src/benchmarks/run/own-server.js';

/**
 * One worker and its embedded PostgreSQL in a control group with 512 MB and no swap (Linux, as root), under all that
 * it has to do at once: the forum's front page, made anew and from memory, rows by form post, and CSV imports by an
 * admin. Prints the highest memory of the group and what was killed for want of it (0, or exit code 1). The group counts
 * the files that the kernel keeps in memory too: the peak may touch the limit without anybody lacking memory, so what
 * is in use without them stands beside it.
 *
 * node benchmarks/small-machine.js [seconds=20] [memoryMb=512]
 */
const MAIN = fileURLToPath(new URL('../packages/cli/src/main.js', import.meta.url));
const MB = 2 ** 20;
const CSV_ROWS = 100_000;

if (process.send) process.once('message', generate);
else if (import.meta.url === pathToFileURL(process.argv[1]).href) await main();

async function main() {
  const seconds = Number(process.argv[2] ?? 20);
  const memoryMb = Number(process.argv[3] ?? 512);
  const progress = () => ({ at() {}, done() {} });
  const prepared = await prepareData(/** @type {any} */ ({ env: process.env, progress, print() {}, warn() {} }));
  const group = createControlGroup(memoryMb);
  try {
    const results = [];
    for (const cache of ['on', 'off']) results.push(await measure({ ...prepared, group, cache, seconds }));
    console.table(results);
    if (results.some(({ killed, failed }) => killed > 0 || failed > 0)) process.exitCode = 1;
  } finally {
    await group.remove();
    await prepared.remove();
  }
}

/** @param {Awaited<ReturnType<typeof prepareData>> & { group: ReturnType<typeof createControlGroup>, cache: string, seconds: number }} options */
async function measure({ env, cookies, adminCookie, paths, group, cache, seconds }) {
  const serverEnv = { ...env, WORKERS: '1', PAGE_CACHE: cache, LOG_LEVEL: 'warn' };
  const server = await serveInside(group, serverEnv);
  const watch = watchUse(group);
  try {
    const loads = [
      load({ url: server.url + paths.complex_page, connections: 40, seconds }),
      load({ url: server.url + paths.complex_page, connections: 10, seconds, cookie: cookies.user }),
      load({ url: server.url + paths.public_insert, connections: 16, seconds, cookie: cookies.user, post: true }),
    ];
    const imported = await importFor(seconds, server.url, adminCookie);
    const [pages, own, posts] = await Promise.all(loads);
    const failed = [pages, own, posts].reduce((sum, { wrong }) => sum + wrong, 0);
    return {
      ...{ 'page cache': cache, 'pages/s': Math.round(pages.rate + own.rate), 'posts/s': Math.round(posts.rate) },
      ...{ 'CSV rows': imported, 'peak MB': Math.round(group.peak() / MB), 'without file cache MB': watch.most() },
      ...{ killed: group.kills(), failed },
    };
  } finally {
    watch.stop();
    await server.stop();
  }
}

/** @param {ReturnType<typeof createControlGroup>} group */
function watchUse(group) {
  let most = 0;
  const timer = setInterval(() => (most = Math.max(most, group.held())), 100);
  return { most: () => Math.round(most / MB), stop: () => clearInterval(timer) };
}

/** The server joins the group before it begins. @param {ReturnType<typeof createControlGroup>} group @param {Record<string, string | undefined>} env */
async function serveInside(group, env) {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined));
  const [command, ...rest] = [...group.inside, process.execPath, MAIN, 'serve'];
  const child = spawn(command, rest, { env: /** @type {any} */ (set), stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const url = await new Promise((resolve, reject) => {
    createInterface(child.stdout).on('line', (text) => {
      const port = /:(\d+)/.exec(text)?.[1];
      if (port) resolve(`http://127.0.0.1:${port}`);
    });
    void exited.then((code) => reject(new Error(`The server ended (${code})`)));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  return { url, stop };
}

/** One import after the other, as an admin makes them in the browser. @param {number} seconds @param {string} url @param {string} cookie */
async function importFor(seconds, url, cookie) {
  const end = performance.now() + seconds * 1000;
  const lines = Array.from({ length: CSV_ROWS }, (_, i) => `A note of the import ${i}`);
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  let rows = 0;
  while (performance.now() < end) {
    const file = new FormData();
    file.set('file', new Blob([`Text\n${lines.join('\n')}\n`], { type: 'text/csv' }), 'notes.csv');
    const options = /** @type {const} */ ({ method: 'POST', redirect: 'manual' });
    const kept = await fetch(`${url}/admin/tables/bench_notes/import`, { ...options, headers, body: file });
    const next = kept.headers.get('location');
    if (!next) throw new Error(`The file was answered ${kept.status}`);
    const body = new URLSearchParams({ 'c.0.header': 'Text', 'c.0.field': 'text', mode: 'good-rows' });
    const done = await fetch(url + next, { ...options, headers, body });
    if (done.status !== 200) throw new Error(`The import was answered ${done.status}`);
    await done.text();
    rows += CSV_ROWS;
  }
  return rows;
}

/** @param {{ url: string, connections: number, seconds: number, cookie?: string, post?: boolean }} options @returns {Promise<{ rate: number, wrong: number }>} */
function load(options) {
  return new Promise((resolve, reject) => {
    const child = fork(new URL(import.meta.url));
    child.once('message', (/** @type {any} */ answer) => resolve(answer)).once('error', reject);
    child.send(options);
  });
}

/** @param {any} options */
async function generate({ url, connections, seconds, cookie, post }) {
  // @ts-expect-error it has no types
  const { default: autocannon } = await import('autocannon');
  const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
  const headers = { ...(cookie && { cookie }), ...(post && form) };
  const ask = { url, connections, duration: seconds, headers };
  const found = await autocannon(post ? { ...ask, method: 'POST', body: 'text=Hello+there' } : ask);
  const right = found.statusCodeStats[post ? '303' : '200']?.count ?? 0;
  process.send?.({ rate: found.requests.average, wrong: found.requests.total - right + found.errors }, () =>
    process.exit(),
  );
}
