import { cpuMs, measuredBy } from './parts/cpu.js';
import { SYSTEM, openOwnData } from './parts/own-data.js';
import { figures, isMain, median } from './parts/samples.js';

/**
 * The chat room's messages through the data package's own functions in one process: many callers at once insert, read,
 * update and delete single rows. Rights are checked on each (people reach their own messages only), four foreign keys
 * hold, commits are durable. Goals with 64 callers: 20,000 inserts/s, 80,000 reads by key/s.
 *
 * node --cpu-prof benchmarks/record-callers.js [repeats=3]
 */
const PEOPLE = 8;

/**
 * @param {{ quick?: boolean, repeats?: number, callers?: number[], onProgress?: (done: number, all: number) => void }} [options]
 * @returns {Promise<object[]>} one result for each operation and number of callers
 */
export async function run({ quick = false, repeats = quick ? 1 : 3, callers = [16, 64], onProgress } = {}) {
  const own = await openOwnData();
  try {
    const room = await makeTables(own.data);
    const measured = await measuredBy(own.data.db);
    const world = {
      data: own.data,
      measured,
      actors: await own.addUsers(PEOPLE),
      room,
      ids: /** @type {any[]} */ ([]),
    };
    const count = quick ? 4000 : 20_000;
    // Once without measuring: plans are made, the table gets its first pages and statistics.
    await round(world, 64, count);
    await own.data.db.query('vacuum analyze app.messages');
    const results = [];
    for (const [i, many] of callers.entries()) {
      const rounds = [];
      for (let n = 0; n < repeats; n++) {
        rounds.push(await round(world, many, count));
        onProgress?.(i * repeats + n + 1, callers.length * repeats);
      }
      results.push(...summary(rounds, many));
    }
    return results;
  } finally {
    await own.close();
  }
}

/** @param {import('./parts/own-data.js').OwnData['data']} data */
async function makeTables(data) {
  await data.edit(SYSTEM, 'add-table', {
    name: 'rooms',
    access: { user: { read: 'all' } },
    fields: [{ name: 'name', type: 'text' }],
  });
  await data.edit(SYSTEM, 'add-table', {
    name: 'messages',
    owner: 'author',
    access: { user: { read: 'own', create: 'all', update: 'own', delete: 'own' } },
    fields: [
      { name: 'author', type: 'user' },
      { name: 'room', type: 'relation', attributes: { table: 'rooms' } },
      { name: 'text', type: 'text', required: true },
      { name: 'body', type: 'long_text' },
    ],
  });
  return (await data.rows.insert(SYSTEM, 'rooms', { name: 'Lobby' })).id;
}

/**
 * @typedef {{ data: import('./parts/own-data.js').OwnData['data'], measured: import('./parts/cpu.js').Measured, actors: any[],
 *   room: number, ids: any[] }} World
 */

/** @param {World} world @param {number} callers @param {number} count */
async function round({ data, measured, actors, room, ids }, callers, count) {
  const message = { room, text: 'Twelve chars', body: 'y'.repeat(110) };
  const who = (/** @type {number} */ i) => actors[i % PEOPLE];
  const at = (/** @type {number} */ i) => (i * 7919) % ids.length;
  ids.length = 0;
  const insert = await measure(measured, callers, count, async (i) => {
    ids.push({ actor: who(i), id: (await data.rows.insert(who(i), 'messages', message)).id });
  });
  const read = await measure(measured, callers, count * 2, async (i) => {
    const { actor, id } = ids[at(i)];
    await data.rows.get(actor, 'messages', id);
  });
  const update = await measure(measured, callers, count, async (i) => {
    const { actor, id } = ids[at(i)];
    await data.rows.update(actor, 'messages', id, { text: `Text ${i}` });
  });
  const remove = await measure(measured, callers, count, (i) => data.rows.remove(ids[i].actor, 'messages', ids[i].id));
  return { insert, read, update, delete: remove };
}

/**
 * CPU time says more than the clock while others use the machine.
 *
 * @param {World['measured']} measured @param {number} callers @param {number} count @param {(i: number) => Promise<void>} call
 */
async function measure(measured, callers, count, call) {
  let next = 0;
  /** @type {number[]} */
  const taken = [];
  const cpu = cpuMs(measured);
  const started = performance.now();
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (next < count) {
        const before = performance.now();
        await call(next++);
        taken.push((performance.now() - before) * 1000);
      }
    }),
  );
  const now = cpuMs(measured);
  const each = (/** @type {'node' | 'postgres'} */ who) => Number((((now[who] - cpu[who]) * 1000) / count).toFixed(1));
  const perSecond = Math.round((count * 1000) / (performance.now() - started));
  return { ...figures(taken, 'us'), perSecond, 'node cpu us': each('node'), 'postgres cpu us': each('postgres') };
}

/** @param {Awaited<ReturnType<typeof round>>[]} rounds @param {number} callers */
function summary(rounds, callers) {
  return /** @type {const} */ (['insert', 'read', 'update', 'delete']).map((name) => {
    const runs = rounds.map((one) => one[name]);
    const rate = median(runs.map(({ perSecond }) => perSecond));
    const middle = runs.find(({ perSecond }) => perSecond === rate);
    return { name: `${name}, ${callers} callers`, callers, ...middle, spread: runs.map(({ perSecond }) => perSecond) };
  });
}

if (isMain(import.meta.url)) {
  const results = await run({ repeats: Number(process.argv[2] ?? 3) });
  console.table(results, ['name', 'perSecond', 'spread', 'p50', 'p95', 'p99', 'node cpu us', 'postgres cpu us']);
}
