/** @import { Call, Outcome } from './member.js' */
/** @import { Failure } from './types.d.ts' */

/** @typedef {Call & { asked: number, isUnchanged: boolean, timer?: NodeJS.Timeout }} Running */

/** The calls of one process, by number, each with a timer. */
export function createRunningCalls() {
  /** @type {Map<number, Running>} */
  const calls = new Map();
  return {
    size: () => calls.size,
    ids: () => [...calls.keys()],
    all: () => [...calls.values()],
    /** @param {number} id */
    get: (id) => calls.get(id),

    /** @param {number} id @param {Call} call */
    add: (id, call) => void calls.set(id, { ...call, asked: 0, isUnchanged: true }),

    /** @param {number} id @param {number} ms @param {() => void} onLate */
    watch(id, ms, onLate) {
      const call = calls.get(id);
      if (!call) return;
      clearTimeout(call.timer);
      call.timer = setTimeout(onLate, ms);
    },

    /** @param {number} id @param {Omit<Outcome, 'ms'> & { ms?: number }} outcome */
    settle(id, outcome) {
      const call = calls.get(id);
      if (!call) return;
      calls.delete(id);
      clearTimeout(call.timer);
      call.resolve({ ms: performance.now() - call.began, ...outcome });
    },

    /** @param {number} id @param {Failure['kind']} kind @param {string} message @param {boolean} [isOther] whether another call has ended it */
    fail(id, kind, message, isOther = false) {
      const mayRunAgain = isOther && calls.get(id)?.isUnchanged;
      this.settle(id, { failure: { kind, message }, mayRunAgain, logs: [] });
    },
  };
}
