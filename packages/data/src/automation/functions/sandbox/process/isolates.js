/** @import { DoneMessage, Failure, FromChild, RunMessage, ReplyMessage } from '../types.d.ts' */
/** @import { Slot } from './slot.js' */
import { createBlanks } from './blanks.js';
import { createSlot } from './slot.js';

/** Isolates kept for their next call. */
const MOST_IDLE = 12;
/** How long an isolate is reused, in ms: it may remember rows that its person may no longer see. */
const OLDEST = 60_000;

/**
 * Runs calls, each in an isolate that no other call is using. An isolate is used again only for the same key (a function, a
 * person and their rights) and for a minute, so variables of a function never pass from one person to another, nor outlive
 * the person's rights.
 *
 * @param {{ ivm: unknown, send: (message: FromChild) => void, mostBytes: number, now?: () => number }} given
 *   mostBytes: resident memory at which the process ends itself
 */
export function createIsolates({ now = () => performance.now(), mostBytes, ...given }) {
  const blanks = createBlanks(given);
  const context = { ...given, blanks };
  /** Least recently used first. @type {Slot[]} */
  const idle = [];
  /** When it began to run code. @type {Map<Slot, number>} */
  const begun = new Map();
  /** By the call's number. @type {Map<number, Slot>} */
  const busy = new Map();
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let watching;

  return {
    /** @param {RunMessage} call */
    async run(call) {
      watching ??= setInterval(() => watchMemory(mostBytes), 50);
      const began = performance.now();
      const slot = (call.keep ? takeIdle(call.key) : undefined) ?? begin(call);
      busy.set(call.id, slot);
      const outcome = await runIn(slot, call);
      busy.delete(call.id);
      const { logs, isClean } = slot.finish();
      if (call.keep && isClean && !outcome.failure) keep(slot);
      else end(slot);
      context.send({ type: 'done', id: call.id, ...outcome, logs, ms: performance.now() - began });
      if (busy.size === 0) watching = void clearInterval(watching);
      blanks.refill(call.limits.memory);
    },

    /** @param {ReplyMessage} reply */
    answer({ id, ask, text }) {
      busy.get(id)?.answer(ask, text);
    },
    /** The caller has gone. @param {number} id */
    cancel(id) {
      busy.get(id)?.dispose();
    },
  };

  /** @param {RunMessage} call */
  function begin(call) {
    const slot = createSlot(context, call);
    begun.set(slot, now());
    return slot;
  }

  /** @param {Slot} slot */
  function end(slot) {
    begun.delete(slot);
    slot.dispose();
  }

  /** @param {Slot} slot */
  function isOld(slot) {
    return now() - Number(begun.get(slot)) >= OLDEST;
  }

  /** @param {string} key @returns {Slot | undefined} */
  function takeIdle(key) {
    for (const slot of idle.filter(isOld)) end(idle.splice(idle.indexOf(slot), 1)[0]);
    const at = idle.findLastIndex((slot) => slot.key === key);
    return at < 0 ? undefined : idle.splice(at, 1)[0];
  }

  /** @param {Slot} slot */
  function keep(slot) {
    idle.push(slot);
    if (idle.length > MOST_IDLE) end(/** @type {Slot} */ (idle.shift()));
  }
}

/** @param {Slot} slot @param {RunMessage} call @returns {Promise<Pick<DoneMessage, 'text' | 'failure'>>} */
async function runIn(slot, call) {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    slot.dispose();
  }, call.limits.time);
  try {
    return { text: await slot.run(call) };
  } catch (error) {
    return { failure: failureOf(error, isLate) };
  } finally {
    clearTimeout(timer);
  }
}

/** @param {number} mostBytes */
function watchMemory(mostBytes) {
  if (process.memoryUsage.rss() > mostBytes) process.abort();
}

/** @param {any} error @param {boolean} isLate @returns {Failure} */
function failureOf(error, isLate) {
  const message = String(error?.message ?? error).slice(0, 2000);
  if (/memory limit/.test(message)) return { kind: 'memory', message };
  if (isLate || /timed out/.test(message)) return { kind: 'time', message };
  return { kind: 'load', message, stack: String(error?.stack ?? '').slice(0, 8000) };
}
