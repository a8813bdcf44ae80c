/** @import { Statement } from '../sql/statement.js' */
/** @typedef {ReturnType<typeof createPace>} Pace */

/** Statements that take longer than this, in ms, are slow. */
const SLOW_MS = 50;
/** More names than this are not worth remembering. */
const MOST_NAMES = 1000;

/** Remembers which prepared statements were slow when they last ran. */
export function createPace() {
  /** @type {Set<string>} */
  const slow = new Set();
  return {
    /** @param {Statement} statement */
    isSlow: ({ name }) => name !== undefined && slow.has(name),
    /** @param {Statement} statement @param {number} ms */
    note({ name }, ms) {
      if (name === undefined) return;
      if (ms <= SLOW_MS) slow.delete(name);
      else if (slow.size < MOST_NAMES) slow.add(name);
    },
  };
}
