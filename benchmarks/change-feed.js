/** @import { Benchmark } from '@plinth/cli/benchmarks' */
import { setTimeout as sleep } from 'node:timers/promises';
import { createChangeStream, openDatabase } from '@plinth/data';
import { figures, timeCalls, withOwnApp, withRole } from '@plinth/cli/benchmarks';

const log = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * After the commit's own answer, by a subscriber in the writer's process and by one in a process of its own: single inserts
 * with pauses, and again while 16 callers write as fast as they can. Goals: p50 under 1 ms, p99 under 5 ms. A negative time
 * means that the change was heard before the writer had their answer.
 *
 * @type {Benchmark}
 */
export const benchmark = {
  group: 'F',
  about: 'how long a change takes to a subscriber',
  sizes: { writes: [2000, 300] },
  run: ({ writes }, { onProgress }) =>
    withOwnApp(async ({ data }, operator, dataDir) => {
      await data.edit(operator, 'add-table', { name: 'events', fields: [{ name: 'text', type: 'text' }] });
      const here = await follow(dataDir);
      const there = async (/** @type {(message: unknown) => Promise<any>} */ ask) => {
        await ask({ dataDir });
        const results = [];
        for (const callers of [1, 16]) {
          const answered = await write(data, operator, callers, callers === 1 ? writes : writes * 5);
          const heardBy = { 'the same process': here.heard, 'another process': await ask('heard') };
          for (const [name, heard] of Object.entries(heardBy)) {
            const delays = [...answered].flatMap(([key, at]) => (heard.has(key) ? [heard.get(key) - at] : []));
            const missed = answered.size - delays.length;
            results.push({ name: `${name}, ${callers} writing`, ...figures(delays, 'ms'), missed });
          }
          onProgress(results.length / 2, 2);
        }
        return results;
      };
      return withRole(import.meta.url, 'follow', there).finally(here.close);
    }),
};

/** When each row was answered, by its key. @param {any} data @param {any} operator @param {number} callers @param {number} writes */
async function write(data, operator, callers, writes) {
  /** @type {Map<string, number>} */
  const answered = new Map();
  const insert = async () => {
    const { id } = await data.rows.insert(operator, 'events', { text: 'Something happened' });
    answered.set(String(id), now());
    if (callers === 1) await sleep(1);
  };
  await timeCalls(writes, insert, { callers });
  await sleep(500);
  return answered;
}

export const roles = {
  async follow() {
    /** @type {Awaited<ReturnType<typeof follow>>} */
    let following;
    return {
      answer: async (/** @type {any} */ { dataDir }) => {
        if (!dataDir) return following.heard;
        following = await follow(dataDir);
        return 'ready';
      },
    };
  },
};

const now = () => performance.timeOrigin + performance.now();

/** @param {string} dataDir with a running database */
async function follow(dataDir) {
  const database = await openDatabase({ config: { dataDir }, purpose: 'command', log });
  const stream = await createChangeStream({ connection: database.connection, log });
  /** @type {Map<string, number>} */
  const heard = new Map();
  stream.subscribe((event) => {
    if (event.kind !== 'changes') return;
    const at = now();
    for (const { table, key } of event.changes) if (table === 'events' && key) heard.set(String(key[0]), at);
  });
  await stream.start();
  await stream.cover();
  while (stream.state() !== 'live') await sleep(10);
  const close = async () => {
    await stream.close();
    await database.close();
  };
  return { heard, close };
}
