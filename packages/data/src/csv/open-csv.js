/** @import { Dialect, CsvRecord } from './records.js' */
/** @import { Encoding } from './encoding.js' */
import { phrase } from '@plinth/plugin';
import { columnNames, detectDialect, detectHeader } from './dialect.js';
import { ENCODINGS, decode, detectEncoding, isBinary, peek } from './encoding.js';
import { csvInvalid } from './errors.js';
import { openSheet } from './open-sheet.js';
import { cutRecords, readRecords } from './records.js';

const HEAD = 512 * 1024;
const MOST_COLUMNS = 500;
/** What Excel writes and reads in a line of its own at the start. */
const SEPARATOR = /^sep=([^\r\n])(?:\r\n|\r|\n)/i;

/**
 * @typedef {{ encoding: Encoding, dialect: Dialect, header: boolean, columns: string[], sample: CsvRecord[], whole:
 *   boolean, kind: 'csv' | 'xlsx', sheets: string[], sheet: string | null, close: () => Promise<unknown>,
 *   records: AsyncGenerator<CsvRecord[]> }} OpenCsv `sample`: the first records without the header; `records`: all of
 *   them, with the header
 */

/**
 * Finds out how a CSV file is written and opens it for reading.
 *
 * @param {AsyncIterable<Buffer | string>} stream
 * @param {{ delimiter?: string, encoding?: Encoding, header?: boolean, sheet?: string, dataDir?: string }} [known] what need not be guessed
 * @returns {Promise<OpenCsv>}
 * @throws {AppError} CSV_INVALID
 */
export async function openCsv(stream, known = {}) {
  const { head, whole, chunks } = await peek(stream, HEAD);
  if (head.length === 0) throw csvInvalid('The file is empty', 'Choose a CSV file with at least one row');
  if (head.subarray(0, 4).toString('latin1') === 'PK\x03\x04') return openSheet(chunks, known);
  refuseOtherFormats(head);
  if (known.encoding && !ENCODINGS.includes(known.encoding))
    throw csvInvalid(phrase`There is no encoding "${known.encoding}"`, phrase`Encodings: ${ENCODINGS.join(', ')}`);
  const encoding = known.encoding ?? detectEncoding(head, whole);
  if (isBinary(head, encoding))
    throw csvInvalid('The file is not a text file', 'Save it as CSV with UTF-8 encoding and try again');
  const start = new TextDecoder(encoding).decode(head, { stream: !whole });
  refuseOtherTexts(start);
  const hint = SEPARATOR.exec(start);
  const text = start.slice(hint?.[0].length ?? 0);
  const delimiter = known.delimiter || hint?.[1];
  const dialect = { ...detectDialect(text, whole), ...(delimiter && { delimiter }) };
  const { records } = cutRecords(text, hint ? 2 : 1, dialect, whole);
  const good = records.filter((record) => !record.problem);
  if (!good.length)
    throw csvInvalid('The file has no readable rows', 'Save it as CSV with UTF-8 encoding and try again');
  const header =
    known.header ??
    detectHeader(
      good[0].fields,
      good.slice(1, 100).map((record) => record.fields),
    );
  const columns = columnNames(header ? good[0].fields : good[0].fields.map(() => ''));
  if (columns.length > MOST_COLUMNS)
    throw csvInvalid(phrase`The file has ${columns.length} columns`, phrase`At most ${MOST_COLUMNS} can be imported`);
  const all = readRecords(decode(chunks, encoding), dialect, hint?.[0].length ?? 0);
  return {
    encoding,
    dialect,
    header,
    columns,
    sample: header ? good.slice(1) : good,
    whole,
    ...{ kind: 'csv', sheets: [], sheet: null, records: all, close: () => all.return(undefined) },
  };
}

/** Spreadsheets and archives are often mistaken for CSV. @param {Buffer} head */
function refuseOtherFormats(head) {
  const begin = head.subarray(0, 8).toString('latin1');
  if (begin.startsWith('\xd0\xcf\x11\xe0')) {
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
