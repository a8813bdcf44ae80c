import { readFileSync } from 'node:fs';

const INSIDE = readFileSync(new URL('./inside.js', import.meta.url), 'utf8');

/** Isolates that wait for code: for each memory limit, and altogether. Each takes about a megabyte. */
const MOST_OF_ONE = 2;
const MOST = 4;

/**
 * An isolate that has run nobody's code yet, with what runs functions inside.
 *
 * @typedef {{ isolate: any, prepared: Promise<{ context: unknown, start: any }> }} Blank
 */

/**
 * Isolates for calls that can't have one from before. Some are made ready between the calls, since making one takes longer than
 * most functions run. (The engine's cache of compiled code was tried: it saves a tenth of a millisecond.)
 *
 * @param {{ ivm: any }} context
 */
export function createBlanks({ ivm }) {
  /** By memory limit, the one used longest ago first. @type {Map<number, Blank[]>} */
  const ready = new Map();
  const count = () => [...ready.values()].reduce((sum, blanks) => sum + blanks.length, 0);

  return {
    /** @param {number} memory in MB @returns {Blank} */
    take(memory) {
      const waiting = ready.get(memory) ?? [];
      ready.delete(memory);
      ready.set(memory, waiting);
      return waiting.shift() ?? make(memory);
    },

    /** Makes one ready for the next call with this limit. @param {number} memory in MB */
    refill(memory) {
      const waiting = ready.get(memory) ?? [];
      ready.set(memory, waiting);
      if (waiting.length >= MOST_OF_ONE) return;
      const oldest = [...ready.values()].find((blanks) => blanks.length > 0);
      if (count() >= MOST) oldest?.shift()?.isolate.dispose();
      waiting.push(make(memory));
    },
    count,
  };

  /** @param {number} memory @returns {Blank} */
  function make(memory) {
    const isolate = new ivm.Isolate({ memoryLimit: memory, onCatastrophicError: () => process.abort() });
    const prepared = prepare(isolate);
    // Whoever takes it is told.
    prepared.catch(() => {});
    return { isolate, prepared };
  }
}

/** @param {any} isolate */
async function prepare(isolate) {
  const context = await isolate.createContext();
  const inside = await isolate.compileModule(INSIDE, { filename: 'plinth:inside' });
  await inside.instantiate(context, () => {
    throw new Error('It imports nothing');
  });
  await inside.evaluate({ timeout: 5000 });
  return { context, start: await inside.namespace.get('start', { reference: true }) };
}
