import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRunFolder } from '../packages/cli/src/benchmarks/run/run-folder.js';
import { figures, isMain } from './parts/samples.js';
import { endWithParent } from './parts/server-and-load.js';

/**
 * How long after the commit's own answer subscribers of /api/v1/changes hear of a row, when all of them hear of each
 * (`everybody`) and when each hears of the rows that are his by a rule (`own rows`); and what memory idle subscribers
 * take. Goals: p50 under 2 ms and p99 under 10 ms at 1,000 subscribers; 10,000 idle ones under 300 MB in all. Server and
 * listeners are processes of their own, on a database of its own.
 *
 * Where everybody hears of each row, what is possible on this machine is measured in the same run: a bare node:http
 * server writes the same bytes to as many sockets (`floor`), and the ratio to it is told.
 *
 * node benchmarks/realtime.js [listeners=1000] [idle=10000]
 *
 * @param {{ quick?: boolean, listeners?: number, idle?: number, writes?: number, onProgress?: (done: number, all: number) => void }} [options]
 */
export async function run({
  quick = false,
  listeners = quick ? 100 : 1000,
  idle = quick ? 1000 : 10_000,
  writes = quick ? 50 : 200,
  onProgress,
} = {}) {
  const server = startServer();
  const { url, cookies, ids } = await ask(server, { start: true, people: quick ? 5 : 50 });
  const results = [];
  try {
    const cases = /** @type {const} */ ([
      ['everybody', 'announcements', null],
      ['own rows', 'tasks', ids],
    ]);
    for (const [name, table, owners] of cases) {
      const crowd = await gather({ url, cookies, table, count: listeners });
      const told = await ask(server, { write: table, writes, owners });
      await sleep(500);
      const { heard, last } = await ask(crowd, { heard: true });
      crowd.kill();
      const expected = owners ? writes * (listeners / cookies.length) : writes * listeners;
      const result = resultOf(`${name}, ${listeners} subscribers`, told, heard, expected);
      if (owners) results.push(result);
      else {
        const floor = await measureFloor(last, { table, listeners, writes });
        results.push({
          ...result,
          'p50 / floor': ratio(result.p50, floor.p50),
          'p99 / floor': ratio(result.p99, floor.p99),
        });
        results.push(floor);
      }
      onProgress?.(owners ? 2 : 1, 3);
    }
  } finally {
    await stop(server);
  }
  if (idle > 0) results.push(await waitIdly(idle));
  onProgress?.(3, 3);
  return results;
}

/**
 * @param {string} name @param {{ answered: Map<string, number>, cpu: number }} told when each was told by key, and what
 *   that cost in µs @param {[string, number][]} heard @param {number} expected
 */
function resultOf(name, { answered, cpu }, heard, expected) {
  const delays = heard.map(([key, at]) => at - /** @type {number} */ (answered.get(key)));
  return {
    name,
    ...figures(delays, 'ms'),
    missed: expected - delays.length,
    'CPU of the server for each (µs)': Number((cpu / expected).toFixed(2)),
  };
}

/**
 * The same event from a server that does nothing else, heard by as many listeners of the same kind.
 *
 * @param {{ key: string, event: string }} last as Plinth sent it @param {{ table: string, listeners: number, writes: number }} size
 */
async function measureFloor({ key, event }, { table, listeners, writes }) {
  const bare = fork(new URL('./parts/bare-streams.js', import.meta.url), { serialization: 'advanced' });
  try {
    const { url } = await ask(bare, { start: true });
    const crowd = await gather({ url, cookies: [''], table, count: listeners });
    const told = await ask(bare, { event, last: Number(key), writes });
    await sleep(500);
    const { heard } = await ask(crowd, { heard: true });
    crowd.kill();
    return resultOf(`floor: the same bytes from a bare server, ${listeners} sockets`, told, heard, writes * listeners);
  } finally {
    bare.kill();
  }
}

/** @param {number} of @param {number} to */
const ratio = (of, to) => Number((of / to).toFixed(2));

const startServer = () =>
  fork(new URL(import.meta.url), ['server'], { serialization: 'advanced', execArgv: ['--expose-gc'] });

/** @param {import('node:child_process').ChildProcess} server */
async function stop(server) {
  server.send({ stop: true });
  await new Promise((resolve) => server.once('exit', resolve));
}

/** What so many take of a server that has done nothing else. @param {number} idle */
async function waitIdly(idle) {
  const server = startServer();
  const crowds = [];
  try {
    const { url } = await ask(server, { start: true, people: 1 });
    const before = await ask(server, { memory: true });
    for (let left = idle; left > 0; left -= 5000)
      crowds.push(await gather({ url, cookies: [''], table: 'announcements', count: Math.min(left, 5000) }));
    const after = await ask(server, { memory: true });
    const each = (/** @type {'rss' | 'heap'} */ what) =>
      Number((((after[what] - before[what]) * 1024) / idle).toFixed(1));
    return {
      ...{ name: `${idle} idle subscribers`, unit: 'MB', 'process before': before.rss, process: after.rss },
      ...{ 'heap before': before.heap, heap: after.heap, open: after.open },
      ...{ 'a subscriber (KB)': each('rss'), 'of it heap (KB)': each('heap') },
    };
  } finally {
    for (const crowd of crowds) crowd.kill();
    await stop(server);
  }
}

/** @param {import('node:child_process').ChildProcess} child @param {any} message @returns {Promise<any>} */
function ask(child, message) {
  const answer = new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`A process of the benchmark ended (${code})`)));
  });
  child.send(message);
  return answer;
}

/** A process that listens. @param {{ url: string, cookies: string[], table: string, count: number }} crowd */
async function gather(crowd) {
  const child = fork(new URL(import.meta.url), ['crowd'], { serialization: 'advanced' });
  await ask(child, crowd);
  return child;
}

const now = () => performance.timeOrigin + performance.now();

async function serve() {
  const { startServer } = await import('@plinth/server');
  const { folder: dataDir, remove } = createRunFolder();
  const config = {
    ...{ port: 0, host: '127.0.0.1', databaseUrl: null, dataDir, baseUrl: 'http://127.0.0.1:0', workers: 1 },
    ...{ trustProxy: 0, visitorLimit: 0, logLevel: 'warn', pageCache: true, maxConnections: 20_000 },
    streamLimits: { mostInAll: 20_000, mostOfAddress: 20_000, mostOfUser: 20_000 },
  };
  const server = await startServer(config);
  const { data } = /** @type {any} */ (server.parts());
  const system = { userId: null, roles: [], system: true };
  const fields = [
    { name: 'text', type: 'text' },
    { name: 'owner', type: 'user' },
  ];
  for (const name of ['announcements', 'tasks']) await data.edit(system, 'add-table', { name, fields });
  await data.edit(system, 'set-access', { table: 'announcements', access: { public: { read: 'all' } } });
  await data.edit(system, 'set-access', { table: 'tasks', owner: 'owner', access: { user: { read: 'own' } } });

  /** @param {any} message */
  async function begin({ people }) {
    const cookies = [];
    const ids = [];
    for (let i = 0; i < people; i++) {
      const person = { name: `Person ${i}`, email: `person${i}@bench.example`, password: 'correct horse battery' };
      ids.push((await data.people.users.create(system, { ...person, roles: ['user'] })).id);
      const address = { address: `load${i}`, userAgent: 'load' };
      cookies.push(`plinth_session=${(await data.people.login(person.email, person.password, address)).token}`);
    }
    return { url: server.url, cookies, ids };
  }

  /** @param {any} message */
  async function write({ write: table, writes, owners }) {
    const answered = new Map();
    const before = process.cpuUsage();
    for (let i = 0; i < writes; i++) {
      const owner = owners ? owners[i % owners.length] : null;
      const { id } = await data.rows.insert(system, table, { text: `Something ${i}`, owner });
      answered.set(String(id), now());
      await sleep(20);
    }
    const { user, system: inSystem } = process.cpuUsage(before);
    return { answered, cpu: user + inSystem };
  }

  process.on('message', async (/** @type {any} */ message) => {
    if (message.start) process.send?.(await begin(message));
    else if (message.write) process.send?.(await write(message));
    else if (message.memory) process.send?.(await memory(data));
    else {
      await server.close();
      await remove();
      process.exit();
    }
  });
}

/** @param {any} data */
async function memory(data) {
  await sleep(2000);
  for (let i = 0; i < 4; i++) {
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    await sleep(100);
  }
  const rss = Number(/VmRSS:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;
  const heap = process.memoryUsage().heapUsed / 1048576;
  return { rss: Math.round(rss), heap: Math.round(heap), open: data.feed.sizes().subscriptions };
}

async function listenMany() {
  /** @type {Ear} */
  const ear = { heard: [], last: null };
  process.on('message', async (/** @type {any} */ message) => {
    if (message.heard) return process.send?.(ear);
    const { url, cookies, table, count } = message;
    for (let first = 0; first < count; first += 200) {
      const some = Array.from(
        { length: Math.min(200, count - first) },
        (_, i) => cookies[(first + i) % cookies.length],
      );
      await Promise.all(some.map((cookie) => listen(new URL(url), table, cookie, ear)));
    }
    process.send?.('ready');
  });
}

/**
 * What a process heard: keys with the moment, and the newest event as it came.
 *
 * @typedef {{ heard: [string, number][], last: { key: string, event: string } | null }} Ear
 */

/** Resolves when the stream is ready. @param {URL} url @param {string} table @param {string} cookie @param {Ear} ear */
function listen({ hostname, port, host }, table, cookie, ear) {
  return new Promise((resolve, reject) => {
    // Without a stream around it, so that those who listen take little of the cores that the server shares with them.
    const socket = connect({ port: Number(port), host: hostname, onread: { buffer, callback: take } });
    socket.on('error', reject);
    socket.write(
      `GET /api/v1/changes?table=${table} HTTP/1.1\r\nhost: ${host}\r\n${cookie && `cookie: ${cookie}\r\n`}\r\n`,
    );
    /** @param {number} length */
    function take(length) {
      const at = now();
      const text = buffer.toString('latin1', 0, length);
      if (text.includes('event: ready')) resolve(null);
      else if (text.startsWith('HTTP/1.1') && !text.startsWith('HTTP/1.1 200')) reject(new Error(text.slice(0, 400)));
      for (const [event, key] of text.matchAll(INSERT)) {
        ear.heard.push([key, at]);
        if (key !== ear.last?.key) ear.last = { key, event };
      }
      return true;
    }
  });
}

/** An event, with its key. */
const INSERT = /^(?:id: .*\n)?event: insert\ndata: \{"table":"\w+","id":(\d+).*\n\n/gm;
/** All of a process read into it, one after the other. */
const buffer = Buffer.alloc(65_536);

if (process.send) endWithParent();
if (process.send && process.argv[2] === 'server') await serve();
else if (process.send && process.argv[2] === 'crowd') await listenMany();
else if (isMain(import.meta.url)) {
  const [listeners, idle] = process.argv.slice(2).map(Number);
  const results = await run({ ...(listeners && { listeners }), ...(idle && { idle }) });
  console.table(results);
}
