/** @import { CsvRecord } from './records.js' */
/** @import { OpenCsv } from './open-csv.js' */
/** @import { SheetRow } from '../xlsx/read-sheet.js' */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { phrase } from '@plinth/plugin';
import { openWorkbook, WorkbookError } from '../xlsx/read-workbook.js';
import { columnNames, detectHeader } from './dialect.js';
import { csvInvalid } from './errors.js';

/** Packed; what it unpacks to has limits of its own. */
const MOST_BYTES = 256 * 1024 ** 2;
const MOST_COLUMNS = 500;
const SAMPLE = 2000;

/**
 * Opens a sheet of an Excel workbook as if it were a CSV file, its cells as texts.
 *
 * @param {AsyncIterable<Buffer>} chunks of the file @param {{ header?: boolean, sheet?: string, dataDir?: string }} known
 *   `sheet`: the first visible one without it
 * @returns {Promise<OpenCsv>} @throws {AppError} CSV_INVALID
 */
export async function openSheet(chunks, { header: wanted, sheet: name, dataDir }) {
  const file = await spool(chunks, dataDir ? path.join(dataDir, 'imports') : tmpdir());
  /** @type {Awaited<ReturnType<typeof openWorkbook>> | null} */
  let book = null;
  const close = async () => {
    book?.close();
    await rm(file, { force: true });
  };
  try {
    book = await openWorkbook(file, { mostColumns: MOST_COLUMNS });
    const { rows, sheets } = book;
    const at = chosenSheet(sheets, name);
    const { sample, whole } = await readSample(rows(at));
    if (sample.length === 0)
      throw csvInvalid(phrase`The sheet "${sheets[at].name}" is empty`, 'Choose a sheet with at least one row');
    const width = Math.max(...sample.map(({ cells }) => cells.length));
    const cells = sample.map((row) => padded(row.cells, width));
    const header = wanted ?? detectHeader(cells[0], cells.slice(1, 100));
    const columns = columnNames(header ? cells[0] : cells[0].map(() => ''));
    const toRecord = (/** @type {SheetRow} */ row) => recordOf(row, columns.length);
    return {
      ...{ kind: 'xlsx', encoding: 'utf-8', dialect: { delimiter: ';', newline: '\n' }, header, columns, whole },
      sheets: sheets.map((one) => one.name),
      sheet: sheets[at].name,
      sample: sample.slice(header ? 1 : 0).map(toRecord),
      records: recordsOf(rows(at), toRecord),
      close,
    };
  } catch (error) {
    await close();
    throw asInvalid(error);
  }
}

/** A ZIP file is read from its end. @param {AsyncIterable<Buffer>} chunks @param {string} folder @returns {Promise<string>} path */
async function spool(chunks, folder) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, `${randomUUID()}.xlsx`);
  let bytes = 0;
  const limit = new Transform({
    transform(chunk, _, done) {
      bytes += chunk.length;
      done(bytes > MOST_BYTES ? tooLarge() : null, chunk);
    },
  });
  try {
    await pipeline(Readable.from(chunks), limit, createWriteStream(file, { mode: 0o600 }));
    return file;
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

/** @param {{ name: string, isHidden: boolean }[]} sheets @param {string | undefined} name */
function chosenSheet(sheets, name) {
  const found = sheets.findIndex((sheet) => (name === undefined ? !sheet.isHidden : sheet.name === name));
  if (found >= 0) return found;
  throw csvInvalid(
    name === undefined ? 'The workbook has no sheet' : phrase`The workbook has no sheet "${name}"`,
    phrase`Its sheets: ${sheets.map((sheet) => sheet.name).join(', ')}`,
  );
}

/** @param {AsyncGenerator<SheetRow[]>} pages */
async function readSample(pages) {
  /** @type {SheetRow[]} */
  const sample = [];
  for await (const rows of pages) {
    for (const row of rows) {
      if (sample.length > SAMPLE) return { sample, whole: false };
      sample.push(row);
    }
  }
  return { sample, whole: true };
}

/** @param {AsyncGenerator<SheetRow[]>} pages @param {(row: SheetRow) => CsvRecord} toRecord */
async function* recordsOf(pages, toRecord) {
  try {
    for await (const rows of pages) yield rows.map(toRecord);
  } catch (error) {
    throw asInvalid(error);
  }
}

/** @param {SheetRow} row @param {number} width @returns {CsvRecord} */
function recordOf({ number, cells }, width) {
  const fields = padded(cells, width);
  return { line: number, fields, text: fields.join(' | '), problem: null };
}

/** @param {string[]} cells @param {number} width */
const padded = (cells, width) =>
  cells.length < width ? [...cells, ...Array.from({ length: width - cells.length }, () => '')] : cells;

const tooLarge = () =>
  csvInvalid(
    'The workbook is too large',
    phrase`At most ${MOST_COLUMNS} columns. Save the sheet as CSV and import that`,
  );

/** @param {unknown} error */
function asInvalid(error) {
  if (!(error instanceof WorkbookError)) return error;
  if (error.reason === 'too-large') return tooLarge();
  return csvInvalid('The file is not an Excel workbook that can be read', 'Save it again as .xlsx, or as CSV');
}
