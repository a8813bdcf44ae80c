/** @import { Dialect, CsvRecord } from './records.js' */
/** @import { Encoding } from './encodings/list.js' */
/** @import { RowPlace } from './find-rows.js' */
import { phrase } from '@plinth/plugin';
import { LIMITS } from '../../catalog/limits/limits.js';
import { beginningOf, linesOf } from './beginning.js';
import { columnNames } from './dialect.js';
import { decode, detectEncoding, firstOddLine, isBinary } from './encoding.js';
import { createDecoder } from './encodings/decoder.js';
import { ENCODINGS, encodingNamed } from './encodings/list.js';
import { csvInvalid, noReadableRow, passwordProtected } from './errors.js';
import { findRows } from './find-rows.js';
import { widthOf } from './head.js';
import { openSheet } from './open-sheet.js';
import { peek } from './peek.js';
import { readRecords, toWidth } from './records.js';
import { createShortLines } from './short-lines.js';

const HEAD = 512 * 1024;

/**
 * @typedef {{ encoding: Encoding, dialect: Dialect, header: boolean, headLine: number | null, skip: number, columns: string[],
 *   sample: CsvRecord[], whole: boolean, kind: 'csv' | 'xlsx', sheets: string[], sheet: string | null,
 *   close: () => Promise<unknown>, records: AsyncGenerator<CsvRecord[]>,
 *   short: import('./short-lines.js').ShortLines, beginning: import('./beginning.js').ShownLine[] }} OpenCsv
 *   `headLine`: of the names of the columns; `skip`: lines below it that are no rows, or at the start without it; `sample`: the first rows;
 *   `records`: all rows. They have a cell for each column, unless there are too many; `short`: counts those read from `records`
 *   whose last cells the file leaves out
 */

/**
 * Finds out how a CSV file is written and opens it for reading.
 *
 * @param {AsyncIterable<Buffer | string>} stream
 * @param {RowPlace & { delimiter?: string, encoding?: string, sheet?: string, dataDir?: string,
 *   limits?: import('../../catalog/limits/limits.js').Limits }} [known] what need not be guessed
 * @returns {Promise<OpenCsv>}
 * @throws {AppError} CSV_INVALID
 */
export async function openCsv(stream, known = {}) {
  const { head, whole, chunks } = await peek(stream, HEAD);
  if (head.length === 0) throw csvInvalid('The file is empty', 'Choose a CSV file with at least one row');
  if (head.subarray(0, 4).toString('latin1') === 'PK\x03\x04') return openSheet(chunks, known);
  refuseOtherFormats(head);
  const encoding = encodingOf(head, whole, known.encoding);
  const text = createDecoder(encoding).decode(head, { stream: !whole });
  refuseOtherTexts(text);
  const { from, head: names, rows, first, broken, ...found } = findRows(text, whole, known);
  if (!names && rows.length === 0) throw noReadableRow(broken);
  const width = widthOf((names ?? rows[0]).fields, rows);
  const columns = columnNames(Array.from({ length: width }, (_, at) => names?.fields[at] ?? ''));
  if (columns.length > LIMITS.importColumns)
    throw csvInvalid(
      phrase`The file has ${columns.length} columns`,
      phrase`At most ${LIMITS.importColumns} columns can be imported. Delete the others, or move them to a second file`,
    );
  const dialect = { ...found.dialect, width };
  const short = createShortLines();
  const all = rowsOf(readRecords(decode(chunks, encoding), dialect, from), { first, width, short });
  return {
    ...found,
    encoding,
    dialect,
    columns,
    sample: rows.map((record) => toWidth(record, width)),
    whole,
    short: short.found,
    beginning: beginningOf(linesOf(text), { headLine: found.headLine, first, comment: dialect.comment }),
    kind: 'csv',
    sheets: [],
    sheet: null,
    records: all,
    close: () => all.return(undefined),
  };
}

/**
 * The records below the head.
 *
 * @param {AsyncGenerator<CsvRecord[]>} pages
 * @param {{ first: number, width: number, short: ReturnType<typeof createShortLines> }} place `first`: line of a row
 */
async function* rowsOf(pages, { first, width, short }) {
  for await (const records of pages) {
    const below = records[0].line >= first ? records : records.filter(({ line }) => line >= first);
    const rows = below.map((record) => toWidth(record, width));
    for (const row of rows) short.note(row);
    if (rows.length > 0) yield rows;
  }
}

/** @param {Buffer} head @param {boolean} whole @param {string} [name] that somebody chose @returns {Encoding} */
function encodingOf(head, whole, name) {
  const chosen = name ? encodingNamed(name) : null;
  if (name && !chosen)
    throw csvInvalid(phrase`There is no encoding "${name}"`, phrase`Encodings: ${ENCODINGS.join(', ')}`);
  const found = detectEncoding(head, whole);
  if (isBinary(head, found))
    throw csvInvalid('The file is not a text file', 'Save it as CSV with UTF-8 encoding and try again');
  if (!chosen || chosen === found) return found;
  // Any two bytes are a letter in UTF-16.
  const isWrong = isBinary(head, chosen) || (chosen.startsWith('utf-16') && !head.includes(0) && found === 'utf-8');
  if (!isWrong) return chosen;
  throw csvInvalid(
    phrase`Line ${firstOddLine(head, chosen) || 1} is not written in ${chosen.toUpperCase()}`,
    phrase`Choose another encoding. The file looks like ${found.toUpperCase()}`,
  );
}

/** What Office calls the workbook in a file with a password. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');

/** Spreadsheets and archives are often mistaken for CSV. @param {Buffer} head */
function refuseOtherFormats(head) {
  const begin = head.subarray(0, 8).toString('latin1');
  if (begin.startsWith('\xd0\xcf\x11\xe0')) {
    if (head.includes(ENCRYPTED)) throw passwordProtected();
    throw csvInvalid(
      'The file is an old or a password-protected spreadsheet',
      'Open it in your spreadsheet and save it as .xlsx without a password, or as CSV',
    );
  }
  if (
    begin.startsWith('%PDF') ||
    begin.startsWith('\x89PNG') ||
    begin.startsWith('GIF8') ||
    begin.startsWith('\x1f\x8b')
  ) {
    throw csvInvalid('The file is not CSV', 'Choose a text file with one row per line');
  }
}

/** Other kinds of text as well. @param {string} text */
function refuseOtherTexts(text) {
  if (/^\s*(<!doctype|<html|<\?xml|\{\s*"|\[\s*[{[])/i.test(text.slice(0, 1000)))
    throw csvInvalid('The file is not CSV', 'Choose a text file with one row per line');
}
