/** @import { Benchmark } from '@plinth/cli/benchmarks' */
/** @import { Values } from '@plinth/plugin' */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { figures, round, signIn, withRole, withServer } from '@plinth/cli/benchmarks';

/** @import { Socket } from 'node:net' */
/** @typedef {(message: unknown) => Promise<any>} Ask */

const ME = import.meta.url;
const EVERY_MS = 20;
/** An event, with its key. */
const INSERT = /^(?:id: .*\n)?event: insert\ndata: \{"table":"\w+","id":(\d+).*\n\n/gm;
const MOST = 20_000;
const TABLES = {
  announcements: { access: { public: { read: 'all' } } },
  tasks: { owner: 'owner', access: { user: { read: 'own' } } },
};

/**
 * After the commit's own answer, subscribers of /api/v1/changes hear of a row, when all of them hear of each (`everybody`) and
 * when each hears of the rows that are theirs by a rule (`own rows`); and what memory idle subscribers take. Goals: p50 under
 * 2 ms and p99 under 10 ms at 1,000 subscribers; 10,000 idle ones under 300 MB in all. Server and listeners are processes of
 * their own, on a database of its own.
 *
 * Where everybody hears of each row, what is possible on this machine is measured in the same run: a bare node:http
 * server writes the same bytes to as many sockets (`floor`), and the ratio to it is told.
 *
 * @type {Benchmark}
 */
export const benchmark = {
  group: 'F',
  about: 'how long a change takes to 1,000 listeners, and what idle ones take',
  sizes: { listeners: [1000, 100], idle: [10_000, 1000], writes: [200, 50], people: [50, 5] },
  async run({ listeners: count, idle, writes, people }, { onProgress }) {
    const heard = await withRole(ME, 'server', async (server) => {
      const { url, cookies, ids } = await server({ people });
      const crowd = { url, cookies, count, writes };
      const all = await hear(server, { ...crowd, table: 'announcements', owners: null });
      const { key, event } = all.last;
      const floor = await withRole(ME, 'bare', async (bare) => {
        const place = await bare({});
        return hear(bare, { ...crowd, ...place, cookies: [''], table: 'announcements', event, last: Number(key) });
      });
      const ratio = (/** @type {'p50' | 'p99'} */ at) => round(all[at] / floor[at], 2);
      const ratios = { 'p50 / floor': ratio('p50'), 'p99 / floor': ratio('p99') };
      onProgress(1, 3);
      const own = await hear(server, { ...crowd, table: 'tasks', owners: ids });
      onProgress(2, 3);
      return [
        { name: `everybody, ${count} subscribers`, ...all, ...ratios },
        { name: `floor: the same bytes from a bare server, ${count} sockets`, ...floor },
        { name: `own rows, ${count} subscribers`, ...own },
      ];
    });
    const results = [...heard, await waitIdly(idle)];
    onProgress(3, 3);
    return results.map(({ last: _last, ...result }) => result);
  },
};

export const roles = { server: serve, bare: serveBare, crowd: listenMany };

/** Opens many subscriptions while rows are written. @param {Ask} server @param {any} crowd */
async function hear(server, crowd) {
  const { table, writes, owners = null, event, last: newest, count, cookies } = crowd;
  return withRole(ME, 'crowd', async (ears) => {
    await ears(crowd);
    const { answered, cpu } = await server({ write: table, writes, owners, event, last: newest });
    await sleep(500);
    const { heard, last } = await ears({ heard: true });
    const expected = owners ? writes * (count / cookies.length) : writes * count;
    const delays = heard.map((/** @type {[string, number]} */ [key, at]) => at - answered.get(key));
    const each = { 'CPU of the server for each (µs)': round(cpu / expected, 2) };
    return { ...figures(delays, 'ms'), missed: expected - delays.length, ...each, last };
  });
}

/**
 * The memory of many subscriptions on a server that has done nothing else.
 *
 * @param {number} idle
 * @returns {Promise<any>}
 */
function waitIdly(idle) {
  return withRole(ME, 'server', async (server) => {
    const { url } = await server({ people: 1 });
    const before = await server({ memory: true });
    /** @param {number} left @returns {Promise<any>} */
    const gather = async (left) => {
      if (left <= 0) return server({ memory: true });
      return withRole(ME, 'crowd', async (ears) => {
        await ears({ url, cookies: [''], table: 'announcements', count: Math.min(left, 5000) });
        return gather(left - 5000);
      });
    };
    const after = await gather(idle);
    const each = (/** @type {'rss' | 'heap'} */ what) => round(((after[what] - before[what]) * 1024) / idle);
    return {
      name: `${idle} idle subscribers`,
      unit: 'MB',
      'process before': before.rss,
      process: after.rss,
      'heap before': before.heap,
      heap: after.heap,
      open: after.open,
      'a subscriber (KB)': each('rss'),
      'of it heap (KB)': each('heap'),
    };
  });
}

const now = () => performance.timeOrigin + performance.now();

/**
 * Writes a number of times, and returns when each was answered and the total cost.
 *
 * @param {number} writes
 * @param {(i: number) => Promise<{ key: unknown, at: number }>} write
 */
async function writeAll(writes, write) {
  const answered = new Map();
  const before = process.cpuUsage();
  for (let i = 0; i < writes; i++) {
    const { key, at } = await write(i);
    answered.set(String(key), at);
    await sleep(EVERY_MS);
  }
  const { user, system } = process.cpuUsage(before);
  return { answered, cpu: user + system };
}

/** A server that lives as long as its process. */
async function serve() {
  const limits = { mostInAll: MOST, mostOfAddress: MOST, mostOfUser: MOST };
  const settings = { env: { MAX_CONNECTIONS: String(MOST) }, config: { maxConnections: MOST, streamLimits: limits } };
  const over = Promise.withResolvers();
  const started = Promise.withResolvers();
  const closed = withServer(async (server) => {
    started.resolve(server);
    await over.promise;
  }, settings);
  const { url, data, operator } = await Promise.race([started.promise, closed.then(() => ({}))]);
  for (const [name, access] of Object.entries(TABLES)) {
    const fields = ['text', 'user'].map((type) => ({ name: type === 'user' ? 'owner' : 'text', type }));
    await data.edit(operator, 'add-table', { name, fields });
    await data.edit(operator, 'set-access', { table: name, ...access });
  }
  const answer = async (/** @type {any} */ { people, write: table, writes, owners }) => {
    if (people) return { url, ...(await addPeople(data, operator, people)) };
    if (!table) return memory(data);
    return writeAll(writes, async (i) => {
      const owner = owners ? owners[i % owners.length] : null;
      const { id } = await data.rows.insert(operator, table, { text: `Something ${i}`, owner });
      return { key: id, at: now() };
    });
  };
  const close = async () => {
    over.resolve(null);
    await closed;
  };
  return { answer, close };
}

/** @param {Values} data @param {any} operator @param {number} count */
async function addPeople(data, operator, count) {
  const people = [];
  for (let i = 0; i < count; i++) people.push(await signIn(data, operator, 'user', `person${i}`));
  return { cookies: people.map(({ cookie }) => cookie), ids: people.map(({ id }) => id) };
}

/** @param {Values} data */
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

/** The floor: a plain node:http server that keeps its responses open and writes the given bytes to each. */
async function serveBare() {
  /** @type {Socket[]} */
  const sockets = [];
  const server = createServer((_req, res) => {
    res.useChunkedEncodingByDefault = false;
    res.writeHead(200, { 'content-type': 'text/event-stream', connection: 'close' }).flushHeaders();
    const socket = /** @type {Socket} */ (res.socket);
    socket.setNoDelay(true).write('event: ready\ndata: {}\n\n');
    sockets.push(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const answer = async (/** @type {any} */ { write: table, writes, event, last }) => {
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    if (!table) return { url: `http://127.0.0.1:${port}` };
    return writeAll(writes, async (i) => {
      // With as many digits as the event had.
      const key = last - writes + i;
      const bytes = Buffer.from(event.replace(/"id":\d+/g, `"id":${key}`));
      const at = now();
      for (const socket of sockets) socket.write(bytes);
      return { key, at };
    });
  };
  return { answer };
}

function listenMany() {
  const ear = { heard: /** @type {[string, number][]} */ ([]), last: { key: '', event: '' } };
  // A process reads all its streams into the same buffer, one after the other.
  const buffer = Buffer.alloc(65_536);
  const answer = async (/** @type {any} */ { heard, url, cookies, table, count }) => {
    if (heard) return ear;
    for (let first = 0; first < count; first += 200) {
      const some = Array.from(
        { length: Math.min(200, count - first) },
        (_, i) => cookies[(first + i) % cookies.length],
      );
      await Promise.all(some.map((cookie) => listen(new URL(url), { table, cookie, ear, buffer })));
    }
    return 'ready';
  };
  return { answer };
}

/** Resolves when the stream is ready. @param {URL} url @param {any} how */
function listen({ hostname: host, port, host: name }, { table, cookie, ear, buffer }) {
  return new Promise((resolve, reject) => {
    /** @param {number} length */
    const callback = (length) => {
      const at = now();
      const text = buffer.toString('latin1', 0, length);
      if (text.includes('event: ready')) resolve(null);
      else if (text.startsWith('HTTP/1.1') && !text.startsWith('HTTP/1.1 200')) reject(new Error(text.slice(0, 400)));
      for (const [event, key] of text.matchAll(INSERT)) {
        ear.heard.push([key, at]);
        if (key !== ear.last.key) ear.last = { key, event };
      }
      return true;
    };
    // Without a stream object, so that subscribers use little of the cores that they share with the server.
    const socket = connect({ port: Number(port), host, onread: { buffer, callback } });
    socket.on('error', reject);
    const head = [
      `GET /api/v1/changes?table=${table} HTTP/1.1`,
      `host: ${name}`,
      ...(cookie ? [`cookie: ${cookie}`] : []),
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
  });
}
