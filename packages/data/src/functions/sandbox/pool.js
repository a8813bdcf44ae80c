/** @import { ChildProcess } from 'node:child_process' */
/** @import { Failure } from './types.d.ts' */
/** @import { Call, Outcome, Work } from './member.js' */
import { availableParallelism } from 'node:os';
import { createMember } from './member.js';
import { createProcessStarter } from './start-process.js';

/** Calls at once in one process; the others wait. */
const MOST_IN_PROCESS = 8;
const MOST_WAITING = 500;
/** How long a process stays without a call, in ms. */
const IDLE = 30_000;
const BUSY = Object.freeze({ kind: 'busy', message: 'Too many functions are running' });

/**
 * Processes that run functions. The first starts with the first call, the last ends after half a minute without one.
 *
 * @param {{ size?: number, idle?: number, start?: () => ChildProcess }} [options]
 */
export function createPool({ size = Math.max(2, availableParallelism()), idle = IDLE, start } = {}) {
  /** @type {Set<ReturnType<typeof createMember>>} */
  const members = new Set();
  /** @type {Call[]} */
  const waiting = [];
  let isClosed = false;

  return {
    /** @param {Work} work @returns {Promise<Outcome>} */
    run(work) {
      return new Promise((resolve) => {
        const call = { work, resolve, began: performance.now() };
        if (isClosed || waiting.length >= MOST_WAITING) return refuse(call);
        waiting.push(call);
        next();
      });
    },

    /** Ids of the processes that exist now. */
    processes: () => [...members].map(({ pid }) => pid),

    close() {
      isClosed = true;
      for (const member of members) member.end();
      for (const call of waiting.splice(0)) refuse(call);
    },
  };

  function next() {
    const member = waiting.length > 0 && !isClosed ? memberFor() : null;
    if (!member) return;
    member.begin(/** @type {Call} */ (waiting.shift()));
    next();
  }

  /** The process with the fewest calls; a new one rather than a second call in one. */
  function memberFor() {
    const least = [...members].reduce((/** @type {any} */ a, b) => (a && a.size() <= b.size() ? a : b), null);
    if (least?.size() === 0 || (least && members.size >= size)) return least.size() < MOST_IN_PROCESS ? least : null;
    return addMember();
  }

  function addMember() {
    start ??= createProcessStarter();
    const onGone = () => {
      members.delete(member);
      next();
    };
    const member = createMember({ child: start(), idle, onFree: next, onGone });
    members.add(member);
    return member;
  }
}

/** @param {Call} call */
function refuse({ resolve }) {
  resolve({ failure: /** @type {Failure} */ (BUSY), logs: [], ms: 0 });
}
