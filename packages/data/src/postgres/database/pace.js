/** @import { Statement } from '../sql/statement.js' */
/** @typedef {ReturnType<typeof createPace>} Pace */

/** Statements that take longer than this, in ms, are slow. */
const SLOW_MS = 50;
/** More names than this are not worth remembering. */
const MOST_NAMES = 1000;

/**
 * Remembers which statements were slow when they last ran, and which queries of rows were quick in one of the last two runs:
 * those that nothing is known of count as slow.
 */
export function createPace() {
  /** @type {Set<string>} */
  const slow = new Set();
  /** @type {Set<string>} */
  const proven = new Set();
  /** Of the latter, those that were not the last time: what is slow once may have waited for something else. @type {Set<string>} */
  const doubtful = new Set();

  /** @param {string} name @param {boolean} isQuick */
  function prove(name, isQuick) {
    mark(proven, name, isQuick || (proven.has(name) && !doubtful.has(name)));
    mark(doubtful, name, !isQuick && proven.has(name));
  }

  return {
    /** @param {Statement} statement */
    isSlow(statement) {
      if (statement.isQuery) return !proven.has(nameOf(statement));
      return statement.name !== undefined && slow.has(statement.name);
    },

    /** @param {Statement} statement @param {number} ms */
    note(statement, ms) {
      const { name, isQuery } = statement;
      if (isQuery) prove(nameOf(statement), ms <= SLOW_MS);
      else if (name !== undefined) mark(slow, name, ms > SLOW_MS);
    },
  };
}

/** With row-level security, statements have no name. @param {Statement} statement */
const nameOf = ({ name, text }) => name ?? text;

/** @param {Set<string>} names @param {string} name @param {boolean} isOne */
function mark(names, name, isOne) {
  if (!isOne) names.delete(name);
  else if (names.size < MOST_NAMES) names.add(name);
}
