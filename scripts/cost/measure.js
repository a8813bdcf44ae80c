import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** @import { Watched } from './requests.js' */

/** So often that V8 has compiled what a request runs. */
const WARM_UP = 400;
const ROUNDS = 7;
const CALLS = 100;
/** How often the loop runs in a round: the clock of a thread's CPU ticks in hundredths of a second on some systems. */
const LOOPS = 30;

/**
 * What one request costs. statements: sent to the database, without the question for the end of its log, which requests
 * share; allocated: bytes of the heap and of buffers; html: bytes of the answer; cpu: of the thread that answers, in times
 * of a calibration loop
 *
 * @typedef {{ statements: number, allocated: number, html: number, cpu: number }} Cost
 */

/**
 * Measures requests one by one, on a server in this process and with the client in another thread.
 *
 * @param {{ port: number, statements: () => number, headersOf: (who: string) => Record<string, string> }} site
 * @param {readonly Watched[]} all
 * @returns {Promise<Record<string, Cost>>}
 */
export async function measureCosts({ port, statements: asked, headersOf }, all) {
  const client = new Worker(new URL('./client.js', import.meta.url), { workerData: { port } });
  const send = async (/** @type {Watched} */ watched, /** @type {number} */ calls) => {
    client.postMessage({ watched, headers: headersOf(watched.as), calls });
    const [{ bytes, problem }] = await once(client, 'message');
    if (problem) throw new Error(problem);
    return /** @type {number} */ (bytes);
  };
  for (let i = 0; i < WARM_UP; i++) calibration();
  /** @type {Record<string, Cost>} */
  const costs = {};
  for (const watched of all) {
    await send(watched, WARM_UP);
    /** @type {(Cost & { loop: number })[]} */
    const rounds = [];
    for (let i = 0; i < ROUNDS; i++) rounds.push(await round(() => send(watched, CALLS), asked));
    const of = (/** @type {keyof Cost | 'loop'} */ part) => rounds.map((one) => one[part]);
    // Something in the background may have asked the database meanwhile.
    const statements = Math.round(Math.min(...of('statements')));
    const cpu = Number((sum(of('cpu')) / sum(of('loop'))).toFixed(3));
    costs[watched.name] = {
      statements,
      allocated: Math.round(median(of('allocated'))),
      html: Math.min(...of('html')),
      cpu,
    };
  }
  await client.terminate();
  return costs;
}

/** @param {() => Promise<number>} send @param {() => number} asked @returns {Promise<Cost & { loop: number }>} */
async function round(send, asked) {
  const start = ownCpu();
  for (let i = 0; i < LOOPS; i++) calibration();
  const loop = (ownCpu() - start) / LOOPS;
  globalThis.gc?.();
  const [before, held, began] = [asked(), heldBytes(), ownCpu()];
  const html = await send();
  const cpu = (ownCpu() - began) / CALLS;
  return { statements: (asked() - before) / CALLS, allocated: (heldBytes() - held) / CALLS, html, cpu, loop };
}

/** Of this thread, in microseconds. */
function ownCpu() {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

function heldBytes() {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** The work of a server in small: joining and searching texts, small objects, and hashing their keys. */
function calibration() {
  let text = '';
  const found = new Map();
  for (let i = 0; i < 4000; i++) {
    const row = { id: i, name: `name ${i % 97}`, tags: [i, i + 1] };
    found.set(row.name, row);
    text += `<td class="c${row.id}">${row.name.replaceAll('a', 'b')}</td>`;
  }
  return JSON.stringify([...found.values()]).length + text.split('<').length;
}

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);

/** @param {number[]} numbers */
const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
