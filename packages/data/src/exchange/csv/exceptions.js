/** Different values that are kept, and lines of each. */
const MOST_VALUES = 50;
const MOST_LINES = 5;
const LONGEST = 200;

/**
 * @typedef {{ text: string, count: number, lines: number[] }} Exception a value that does not fit, how often it is there and
 *   its first lines
 */

/** Counts the cells of a column that do not fit, by what they hold. */
export function createExceptions() {
  /** @type {Map<string, Exception>} */
  const values = new Map();
  let count = 0;
  return {
    get count() {
      return count;
    },
    /** Whether there are more different values than are kept. */
    get more() {
      return [...values.values()].reduce((sum, one) => sum + one.count, 0) < count;
    },
    /** @returns {Exception[]} */
    get list() {
      return [...values.values()];
    },
    /** @param {string} text @param {number} line */
    add(text, line) {
      count++;
      const known = values.get(text);
      if (known) {
        known.count++;
        if (known.lines.length < MOST_LINES) known.lines.push(line);
      } else if (values.size < MOST_VALUES && text.length <= LONGEST)
        values.set(text, { text, count: 1, lines: [line] });
    },
  };
}
