/** @import { Message } from '@plinth/plugin' */
import { phrase } from '@plinth/plugin';
import { LIMITS } from '../../catalog/limits/limits.js';
import { lineEnds } from './line-ends.js';
import { readQuoted } from './quoted.js';

/**
 * @typedef {{ delimiter: string, quote: string, escape: 'double' | 'backslash', comment: string, width?: number, trims?: boolean }} Dialect
 *   `escape`: how a text says that a quotation mark is part of it; `comment`: what begins a line that is no row, '' without;
 *   `width`: how many cells a row has, once that is known; `trims`: a blank after a separator is not part of the cell
 * @typedef {{ line: number, fields: string[], text: string, problem: Message | null, missing?: number,
 *   isOpen?: boolean }} CsvRecord
 *   `line`: where it begins, counted from 1; `text`: as written in the file, for the report; `missing`: cells at its end that
 *   the file leaves out; `isOpen`: the file ends without an end of its line
 */

/** A line or a quoted text may not be longer than this: it is held in memory, and hardly ever meant. */
export const LONGEST_RECORD = LIMITS.lineCharacters;
/** How much of a line that is too long is told. */
const SHOWN = 1000;

/**
 * Splits text into records (RFC 4180, and what other programs make of it). A record with broken quotes is returned with its
 * problem, and reading continues in the line after its first, so that one stray quote spoils one row and not the rest.
 *
 * @param {AsyncIterable<string>} texts @param {Dialect} dialect
 * @param {{ length: number, line: number }} [start] what is not read, and the number of the line after it
 * @returns {AsyncGenerator<CsvRecord[]>} the records that each piece of text completes
 */
export async function* readRecords(texts, dialect, start = { length: 0, line: 1 }) {
  let buffer = '';
  let { line, length: left } = start;
  let isInside = false;
  for await (const part of texts) {
    const text = part.slice(left);
    left = Math.max(0, left - part.length);
    buffer = buffer === '' ? text : buffer + text;
    const cut = cutRecords(buffer, line, dialect, false, isInside);
    ({ line, isInside } = cut);
    buffer = buffer.slice(cut.end);
    if (cut.records.length) yield cut.records;
  }
  const { records } = cutRecords(buffer, line, dialect, true, isInside);
  if (records.length) yield records;
}

/**
 * All complete records of a text.
 *
 * @param {string} buffer @param {number} line number of its first line @param {Dialect} dialect
 * @param {boolean} final nothing follows
 * @param {boolean} [isInside] the buffer begins inside a line that is too long and has been told
 * @returns {{ records: CsvRecord[], end: number, line: number, isInside: boolean }} where the rest begins
 */
export function cutRecords(buffer, line, dialect, final, isInside = false) {
  const { delimiter, quote, comment } = dialect;
  const ends = lineEnds(buffer, final);
  /** @type {CsvRecord[]} */
  const records = [];
  let at = 0;
  while (at < buffer.length) {
    const stop = ends.at(at);
    if (stop < 0 && !final) {
      if (!isInside && buffer.length - at <= LONGEST_RECORD) break;
      if (!isInside) records.push(tooLong(line, buffer.slice(at, at + SHOWN)));
      // A return at the end may be half of a line's end.
      return { records, end: buffer.endsWith('\r') ? buffer.length - 1 : buffer.length, line, isInside: true };
    }
    const end = stop < 0 ? buffer.length : stop;
    const next = stop < 0 ? end : ends.after(stop);
    const text = buffer.slice(at, end);
    const isRow = !isInside && !(comment && text.startsWith(comment));
    isInside = false;
    if (isRow && end - at > LONGEST_RECORD) records.push(tooLong(line, text.slice(0, SHOWN)));
    else if (isRow && text.includes(quote)) {
      const quoted = readQuoted(buffer, at, { dialect, ends, final, longest: LONGEST_RECORD });
      if (quoted === 'more') break;
      if (typeof quoted !== 'string' && 'fields' in quoted) {
        const whole = buffer.slice(at, quoted.end);
        const isOpen = quoted.end === buffer.length;
        records.push({ line, fields: quoted.fields, text: whole, problem: null, ...(isOpen && { isOpen }) });
        at = quoted.end < buffer.length ? ends.after(quoted.end) : quoted.end;
        line += 1 + (quoted.end === end ? 0 : ends.count(whole));
        continue;
      }
      records.push({ line, fields: [], text, problem: quoted });
    } else if (isRow && !isBlank(text, delimiter))
      records.push({ line, fields: cells(text, dialect), text, problem: null, ...(stop < 0 && { isOpen: true }) });
    at = next;
    line++;
  }
  return { records, end: Math.min(at, buffer.length), line, isInside };
}

/** @param {string} text @param {Dialect} dialect */
const cells = (text, { delimiter, trims }) => {
  const fields = text.split(delimiter);
  return trims ? fields.map((field) => field.replace(/^ +/, '')) : fields;
};

/** @param {number} line @param {string} text its beginning @returns {CsvRecord} */
const tooLong = (line, text) => ({
  line,
  fields: [],
  text,
  problem: phrase`The line is longer than ${LONGEST_RECORD} characters: shorten its texts, or look for a missing line break`,
});

/** A line of blanks is no row; one of empty cells is. @param {string} text @param {string} delimiter */
const isBlank = (text, delimiter) => text === '' || (text.trim() === '' && !text.includes(delimiter));

/**
 * Whether a record has no more cells than there are columns. Missing ones are empty; further ones may only be empty, too:
 * what is in them would be lost.
 *
 * @param {string[]} fields @param {number} columns
 */
export const hasWidth = (fields, columns) =>
  fields.length <= columns || fields.slice(columns).every((field) => field.trim() === '');

/**
 * A record with a cell for each column, if it has no more than that.
 *
 * @param {CsvRecord} record @param {number} columns @returns {CsvRecord}
 */
export function toWidth(record, columns) {
  const { fields, problem } = record;
  if (problem || fields.length === columns || !hasWidth(fields, columns)) return record;
  if (fields.length > columns) return { ...record, fields: fields.slice(0, columns) };
  const missing = columns - fields.length;
  return { ...record, fields: [...fields, ...Array.from({ length: missing }, () => '')], missing };
}
