/** @import { Message } from '@plinth/plugin' */
/** @import { Dialect } from './records.js' */
/** @import { LineEnds } from './line-ends.js' */
import { phrase } from '@plinth/plugin';

/**
 * A record with quotes in it, from `at`.
 *
 * @param {string} buffer @param {number} at
 * @param {{ dialect: Dialect, ends: LineEnds, final: boolean, longest: number }} how
 * @returns {{ fields: string[], end: number } | Message | 'more'} `end`: of the text before its line end; 'more' if it continues
 *   beyond the buffer; else what is wrong with it
 */
export function readQuoted(buffer, at, how) {
  const { dialect, ends, final, longest } = how;
  const { delimiter } = dialect;
  const start = at;
  /** @type {string[]} */
  const fields = [];
  // Questions to `ends` must go forward, and this one comes back to the line's first end if its quotes are broken.
  const lineEnd = ends.at(start);
  const endFrom = (/** @type {number} */ from) =>
    lineEnd < 0 || lineEnd >= from ? lineEnd : nextEnd(buffer, from, final);
  const isLong = () => buffer.length - start > longest;
  /** @param {{ start: number, end: number, fields: string[] }} record */
  const result = (record) => {
    if (record.end - start > longest) return tooLong(longest);
    return swallowed(buffer, record, dialect) ? NOT_CLOSED : { fields, end: record.end };
  };
  for (;;) {
    const open = openingQuote(buffer, at, dialect);
    const quoted = open < 0 ? null : quotedCell(buffer, open, dialect, final);
    if (quoted === 'more' && !isLong()) return 'more';
    if (quoted && quoted !== 'more' && 'end' in quoted) {
      fields.push(quoted.text);
      at = quoted.end;
      if (buffer.startsWith(delimiter, at) && at < buffer.length) {
        at += delimiter.length;
        continue;
      }
      return result({ start, end: at, fields });
    }
    // After a blank, it may be a quotation mark like any other letter.
    if (quoted && open === at) return quoted === 'more' ? tooLong(longest) : quoted.problem;
    const stop = buffer.indexOf(delimiter, at);
    const end = endFrom(at);
    if (stop >= 0 && (end < 0 || stop < end)) {
      fields.push(plain(buffer.slice(at, stop), dialect));
      at = stop + delimiter.length;
      continue;
    }
    if (end < 0 && !final) return isLong() ? tooLong(longest) : 'more';
    fields.push(plain(buffer.slice(at, end < 0 ? buffer.length : end), dialect));
    const last = end < 0 ? buffer.length : end;
    return result({ start, end: last, fields });
  }
}

const NOT_CLOSED = 'The line has an unclosed quotation mark';
/** Whether a quotation mark is missing isn't known, as no more is held. @param {number} longest */
const tooLong = (longest) =>
  phrase`The line has a quoted text that does not end within ${longest} characters: look for a missing quotation mark, or shorten it`;
const TEXT_AFTER = 'The line has text after a closing quotation mark';

/** @param {string} text @param {Dialect} dialect */
const plain = (text, { trims }) => (trims ? text.replace(/^ +/, '') : text);

/** @param {string} buffer @param {number} from @param {boolean} final */
function nextEnd(buffer, from, final) {
  for (let at = from; at < buffer.length; at++) {
    const code = buffer.charCodeAt(at);
    if (code === 10 || (code === 13 && (final || at < buffer.length - 1))) return at;
  }
  return -1;
}

/** Where a cell's quotation mark is, blanks before it aside; -1 if it begins with something else. @param {string} buffer @param {number} at @param {Dialect} dialect */
function openingQuote(buffer, at, { quote, delimiter }) {
  const open = skipBlanks(buffer, at, delimiter);
  return buffer[open] === quote ? open : -1;
}

/** @param {string} buffer @param {number} at @param {string} delimiter */
function skipBlanks(buffer, at, delimiter) {
  while ((buffer[at] === ' ' || buffer[at] === '\t') && buffer[at] !== delimiter) at++;
  return at;
}

/**
 * @param {string} buffer @param {number} open @param {Dialect} dialect @param {boolean} final
 * @returns {{ text: string, end: number } | { problem: Message } | 'more'} `end`: where its separator or line end is
 */
function quotedCell(buffer, open, dialect, final) {
  const closing = closingQuote(buffer, open + 1, dialect);
  if (closing < 0) return final ? { problem: NOT_CLOSED } : 'more';
  const end = skipBlanks(buffer, closing + 1, dialect.delimiter);
  if (end >= buffer.length - 1 && !final) return 'more';
  const isEnd = end >= buffer.length || buffer[end] === '\n' || buffer[end] === '\r';
  if (!isEnd && !buffer.startsWith(dialect.delimiter, end)) return { problem: TEXT_AFTER };
  return { text: unescaped(buffer.slice(open + 1, closing), dialect), end };
}

/** The quote that ends a text; a doubled one is part of it. @param {string} buffer @param {number} at @param {Dialect} dialect */
function closingQuote(buffer, at, { quote, escape }) {
  for (;;) {
    const found = buffer.indexOf(quote, at);
    if (found < 0) return found;
    if (escape === 'backslash' && isEscaped(buffer, found, at)) at = found + 1;
    else if (buffer[found + 1] === quote) at = found + 2;
    else return found;
  }
}

/** @param {string} buffer @param {number} at @param {number} from */
function isEscaped(buffer, at, from) {
  let count = 0;
  while (at - count - 1 >= from && buffer[at - count - 1] === '\\') count++;
  return count % 2 === 1;
}

/** @param {string} text @param {Dialect} dialect */
function unescaped(text, { quote, escape }) {
  if (escape !== 'backslash') return text.replaceAll(quote + quote, quote);
  return text.replace(/\\(["'\\])|""|''/g, (all, one) => one ?? (all[0] === quote ? quote : all));
}

/**
 * Whether a text with a stray quotation mark at each end has taken whole rows in: the record has another number of cells
 * than rows have, and a line inside has exactly that many.
 *
 * @param {string} buffer @param {{ start: number, end: number, fields: string[] }} record @param {Dialect} dialect
 */
function swallowed(buffer, { start, end, fields }, { width, delimiter, quote }) {
  if (!width || width < 2 || fields.length === width) return false;
  const text = buffer.slice(start, end);
  if (!/[\r\n]/.test(text)) return false;
  const inner = text.split(/\r\n|\n|\r/).slice(1);
  return inner.some((line) => !line.includes(quote) && line.split(delimiter).length === width);
}
