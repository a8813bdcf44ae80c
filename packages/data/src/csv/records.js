/**
 * @typedef {{ delimiter: string, newline: string }} Dialect
 * @typedef {{ line: number, fields: string[], text: string, problem: string | null }} CsvRecord
 *   `line`: where it begins, counted from 1; `text`: as written in the file, for the report
 */

/** A quoted text longer than this was never closed. */
const LONGEST_RECORD = 1_000_000;

/**
 * Splits text into records (RFC 4180). A record with broken quotes is returned with its problem, and reading continues
 * in the line after its first, so that one stray quote spoils one row and not the rest of the file.
 *
 * @param {AsyncIterable<string>} texts @param {Dialect} dialect
 * @param {number} [ahead] length of a first line that is not a record
 * @returns {AsyncGenerator<CsvRecord[]>} the records that each piece of text completes
 */
export async function* readRecords(texts, dialect, ahead = 0) {
  let buffer = '';
  let line = ahead > 0 ? 2 : 1;
  let left = ahead;
  for await (const part of texts) {
    const text = part.slice(left);
    left = Math.max(0, left - part.length);
    buffer = buffer === '' ? text : buffer + text;
    const cut = cutRecords(buffer, line, dialect, false);
    ({ line } = cut);
    buffer = buffer.slice(cut.end);
    if (cut.records.length) yield cut.records;
  }
  const { records } = cutRecords(buffer, line, dialect, true);
  if (records.length) yield records;
}

/**
 * All complete records of a text.
 *
 * @param {string} buffer @param {number} line number of its first line @param {Dialect} dialect
 * @param {boolean} final nothing follows
 * @returns {{ records: CsvRecord[], end: number, line: number }} where the rest begins
 */
export function cutRecords(buffer, line, dialect, final) {
  const { delimiter, newline } = dialect;
  /** @type {CsvRecord[]} */
  const records = [];
  let at = 0;
  while (at < buffer.length) {
    const found = buffer.indexOf(newline, at);
    if (found < 0 && !final && buffer.length - at < LONGEST_RECORD) break;
    const stop = found < 0 ? buffer.length : found;
    const text = withoutReturn(buffer.slice(at, stop));
    if (!text.includes('"')) {
      if (text !== '') records.push({ line, fields: text.split(delimiter), text, problem: null });
      at = stop + newline.length;
      line++;
      continue;
    }
    const quoted = readQuoted(buffer, at, dialect, final);
    if (quoted === 'more') break;
    if (typeof quoted === 'string') {
      records.push({ line, fields: [], text, problem: quoted });
      at = stop + newline.length;
      line++;
      continue;
    }
    const whole = withoutReturn(buffer.slice(at, quoted.end));
    records.push({ line, fields: quoted.fields, text: whole, problem: null });
    line += 1 + count(whole, newline);
    at = quoted.end + newline.length;
  }
  return { records, end: Math.min(at, buffer.length), line };
}

/** Whether a record has a field for each column; one empty field more is what a trailing separator leaves. @param {string[]} fields @param {number} columns */
export const hasWidth = (fields, columns) =>
  fields.length === columns || (fields.length === columns + 1 && fields[columns] === '');

/** A spreadsheet ends lines with \r\n. @param {string} text */
const withoutReturn = (text) => (text.endsWith('\r') ? text.slice(0, -1) : text);

/**
 * A record with quotes in it, from `at`.
 *
 * @param {string} buffer @param {number} at @param {Dialect} dialect @param {boolean} final
 * @returns {{ fields: string[], end: number } | string} `end`: of the text before its line end; 'more' if it continues
 *   beyond the buffer; else what is wrong with it
 */
function readQuoted(buffer, at, { delimiter, newline }, final) {
  /** @type {string[]} */
  const fields = [];
  const start = at;
  for (;;) {
    if (buffer[at] !== '"') {
      const comma = buffer.indexOf(delimiter, at);
      const end = buffer.indexOf(newline, at);
      if (comma >= 0 && (end < 0 || comma < end)) {
        fields.push(buffer.slice(at, comma));
        at = comma + 1;
        continue;
      }
      if (end < 0 && !final) return tooLong(buffer, start);
      fields.push(withoutReturn(buffer.slice(at, end < 0 ? buffer.length : end)));
      return { fields, end: end < 0 ? buffer.length : end };
    }
    const closing = closingQuote(buffer, at + 1);
    if (closing < 0 || (closing === buffer.length - 1 && !final)) return final ? NOT_CLOSED : tooLong(buffer, start);
    fields.push(buffer.slice(at + 1, closing).replaceAll('""', '"'));
    at = closing + 1;
    if (buffer[at] === delimiter) {
      at++;
      continue;
    }
    if (buffer[at] === '\r' && at + 1 < buffer.length && newline === '\n') at++;
    if (at >= buffer.length || buffer.startsWith(newline, at)) return { fields, end: at };
    if (buffer[at] === '\r' && !final) return 'more';
    return 'The line has text after a closing quotation mark';
  }
}

const NOT_CLOSED = 'The line has an unclosed quotation mark';

/** @param {string} buffer @param {number} start */
const tooLong = (buffer, start) => (buffer.length - start > LONGEST_RECORD ? NOT_CLOSED : 'more');

/** The quote that ends a text; a doubled one is part of it. @param {string} buffer @param {number} at */
function closingQuote(buffer, at) {
  for (;;) {
    const found = buffer.indexOf('"', at);
    if (found < 0 || buffer[found + 1] !== '"') return found;
    at = found + 2;
  }
}

/** @param {string} text @param {string} part */
function count(text, part) {
  let sum = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) sum++;
  return sum;
}
