/** @import { CsvRecord } from './records.js' */

/** How many lines are named. */
const NAMED = 10;

/**
 * Lines that leave out their last cells: how many, the first ones, and whether the only one of them is the file's last, without
 * an end: the file may have been cut off.
 *
 * @typedef {{ count: number, lines: number[], isLastCut: boolean }} ShortLines
 */

/** Counts lines with missing cells while they are read. */
export function createShortLines() {
  /** @type {ShortLines} */
  const found = { count: 0, lines: [], isLastCut: false };
  return {
    found,
    /** @param {CsvRecord} record */
    note({ line, missing, isOpen }) {
      if (!missing) return;
      found.count++;
      if (found.lines.length < NAMED) found.lines.push(line);
      found.isLastCut = found.count === 1 && isOpen === true;
    },
  };
}

/** @param {readonly CsvRecord[]} records @returns {ShortLines} */
export function shortLines(records) {
  const short = createShortLines();
  for (const record of records) short.note(record);
  return short.found;
}
