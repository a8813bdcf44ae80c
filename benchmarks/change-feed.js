import { setTimeout as sleep } from 'node:timers/promises';
import { createChangeStream, openDatabase } from '@plinth/data';
import { ask, figures, runAsScript, startRole, timeCalls, withOwnApp } from '@plinth/cli/benchmarks';

const log = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * How long after the commit's own answer a change is heard, by a subscriber in the writer's process and by one in a
 * process of its own: single inserts with pauses, and again while 16 callers write as fast as they can. Goals: p50 under
 * 1 ms, p99 under 5 ms. A negative time means that the change was heard before the writer had their answer.
 *
 * node benchmarks/change-feed.js [writes=2000]
 *
 * @param {{ quick?: boolean, writes?: number, onProgress?: (done: number, all: number) => void }} [options]
 */
export function run({ quick = false, writes = quick ? 300 : 2000, onProgress } = {}) {
  return withOwnApp(async ({ data }, operator, { dataDir }) => {
    await data.edit(operator, 'add-table', { name: 'events', fields: [{ name: 'text', type: 'text' }] });
    const here = await follow(dataDir);
    const there = startRole(import.meta.url, 'follow');
    try {
      await ask(there, dataDir);
      const results = [];
      for (const callers of [1, 16]) {
        /** @type {Map<string, number>} when the writer got the response */
        const answered = new Map();
        const write = async () => {
          const { id } = await data.rows.insert(operator, 'events', { text: 'Something happened' });
          answered.set(String(id), now());
          if (callers === 1) await sleep(1);
        };
        await timeCalls(callers === 1 ? writes : writes * 5, write, { callers });
        await sleep(500);
        for (const [name, heard] of /** @type {const} */ ([
          ['the same process', here.heard],
          ['another process', await ask(there, 'heard')],
        ])) {
          const delays = [...answered].flatMap(([key, at]) => (heard.has(key) ? [Number(heard.get(key)) - at] : []));
          const missed = answered.size - delays.length;
          results.push({ name: `${name}, ${callers} writing`, ...figures(delays, 'ms'), missed });
        }
        onProgress?.(results.length / 2, 2);
      }
      return results;
    } finally {
      there.kill();
      await here.close();
    }
  });
}

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

if (process.send && process.argv[2] === 'follow') {
  process.once('message', async (/** @type {any} */ dataDir) => {
    const { heard } = await follow(dataDir);
    process.on('message', () => process.send?.(heard));
    process.send?.('ready');
  });
}
const [writes] = process.argv.slice(2).map(Number);
await runAsScript(import.meta.url, () => run({ writes }));
