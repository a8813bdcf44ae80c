import { fork } from 'node:child_process';
import { createChangeStream } from '@plinth/data';
import { SYSTEM, openOwnData } from './parts/own-data.js';
import { figures, isMain } from './parts/samples.js';

/**
 * How long after the commit's own answer a change is heard, by a subscriber in the writer's process and by one in a
 * process of its own: single inserts with pauses, and again while 16 callers write as fast as they can. Goals: p50 under
 * 1 ms, p99 under 5 ms. A negative time means that the change was heard before the writer had his answer.
 *
 * node benchmarks/change-feed.js [writes=2000]
 *
 * @param {{ quick?: boolean, writes?: number, onProgress?: (done: number, all: number) => void }} [options]
 * @returns {Promise<object[]>} one result for each subscriber and kind of load
 */
export async function run({ quick = false, writes = quick ? 300 : 2000, onProgress } = {}) {
  const own = await openOwnData();
  const { data, connection } = own;
  try {
    await data.edit(SYSTEM, 'add-table', { name: 'events', fields: [{ name: 'text', type: 'text' }] });
    const here = await follow(connection);
    const there = await followElsewhere(connection);
    const results = [];
    for (const callers of [1, 16]) {
      /** @type {Map<string, number>} when the writer had his answer */
      const answered = new Map();
      await write(data, callers, callers === 1 ? writes : writes * 5, answered);
      await new Promise((resolve) => setTimeout(resolve, 500));
      for (const [name, heard] of /** @type {const} */ ([
        ['the same process', here.heard()],
        ['another process', await there.heard()],
      ])) {
        const delays = [...answered].flatMap(([key, at]) => (heard.has(key) ? [Number(heard.get(key)) - at] : []));
        const missed = answered.size - delays.length;
        results.push({ name: `${name}, ${callers} writing`, ...figures(delays, 'ms'), missed });
      }
      onProgress?.(results.length / 2, 2);
    }
    await here.close();
    there.close();
    return results;
  } finally {
    await own.close();
  }
}

const now = () => performance.timeOrigin + performance.now();

/** @param {import('./parts/own-data.js').OwnData['data']} data @param {number} callers @param {number} count @param {Map<string, number>} answered */
async function write(data, callers, count, answered) {
  let next = 0;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (next++ < count) {
        const { id } = await data.rows.insert(SYSTEM, 'events', { text: 'Something happened' });
        answered.set(String(id), now());
        if (callers === 1) await new Promise((resolve) => setTimeout(resolve, 1));
      }
    }),
  );
}

/** @param {any} connection */
async function follow(connection) {
  const stream = await createChangeStream({ connection, log: { info() {}, warn() {} } });
  /** @type {Map<string, number>} */
  const times = new Map();
  stream.subscribe((event) => {
    if (event.kind !== 'changes') return;
    const at = now();
    for (const { table, key } of event.changes) if (table === 'events' && key) times.set(String(key[0]), at);
  });
  await stream.start();
  await stream.cover();
  while (stream.state() !== 'live') await new Promise((resolve) => setTimeout(resolve, 10));
  return { heard: () => times, close: () => stream.close() };
}

/** @param {any} connection */
async function followElsewhere(connection) {
  const child = fork(new URL(import.meta.url), ['follow'], { serialization: 'advanced' });
  const answer = () => new Promise((resolve) => child.once('message', resolve));
  const ready = answer();
  child.send(connection);
  await ready;
  return {
    /** @returns {Promise<Map<string, number>>} */
    heard() {
      const times = /** @type {Promise<Map<string, number>>} */ (answer());
      child.send('heard');
      return times;
    },
    close: () => child.send('close'),
  };
}

async function subscriber() {
  const connection = await new Promise((resolve) => process.once('message', resolve));
  const stream = await follow(connection);
  process.on('message', async (word) => {
    if (word === 'heard') return process.send?.(stream.heard());
    await stream.close();
    process.disconnect();
  });
  process.send?.('ready');
}

if (isMain(import.meta.url)) {
  if (process.argv[2] === 'follow') await subscriber();
  else {
    const results = await run({ writes: Number(process.argv[2] ?? 2000) });
    console.table(results, ['name', 'unit', 'p50', 'p95', 'p99', 'max', 'samples', 'missed']);
  }
}
