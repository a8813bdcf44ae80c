/** Cells of a column that are remembered with what they were read as. */
const MOST = 2000;
/** Longer ones hardly come again. */
const LONGEST = 40;
/** After so many cells, a column of which less than half has come before is read without remembering. */
const TRIED = 4000;

/**
 * Reads each text of a column once: days, numbers and choices come again and again.
 *
 * @param {(cell: string) => unknown} read always gives the same for the same text: a text, a number, a boolean or null
 * @returns {(cell: string) => unknown}
 */
export function createKnownCells(read) {
  /** @type {Map<string, unknown>} */
  const known = new Map();
  let asked = 0;
  let found = 0;
  let isUseful = true;

  /** @param {string} cell */
  return (cell) => {
    if (!isUseful || cell.length > LONGEST) return read(cell);
    asked++;
    const value = known.get(cell);
    if (value !== undefined) {
      found++;
      return value;
    }
    const fresh = read(cell);
    if (known.size < MOST) known.set(cell, fresh);
    if (asked >= TRIED) {
      isUseful = found * 2 >= asked;
      [asked, found] = [0, 0];
      if (!isUseful) known.clear();
    }
    return fresh;
  };
}
