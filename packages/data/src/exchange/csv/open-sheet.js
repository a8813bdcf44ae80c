/** @import { CsvRecord } from './records.js' */
/** @import { OpenCsv } from './open-csv.js' */
/** @import { SheetRow } from '../xlsx/read-sheet.js' */
/** @import { Limits } from '../../catalog/limits/limits.js' */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { phrase } from '@plinth/plugin';
import { LIMITS } from '../../catalog/limits/limits.js';
import { columnLetters } from '../xlsx/read-sheet.js';
import { openWorkbook } from '../xlsx/read-workbook.js';
import { WorkbookError } from '../xlsx/workbook-error.js';
import { beginningOf } from './beginning.js';
import { columnNames, USUAL } from './dialect.js';
import { csvInvalid, noReadableRow, passwordProtected } from './errors.js';
import { placeRows } from './find-rows.js';
import { shortLines } from './short-lines.js';

const SAMPLE = 2000;

/**
 * Opens a sheet of an Excel workbook as if it were a CSV file, its cells as texts.
 *
 * @param {AsyncIterable<Buffer>} chunks of the file
 * @param {import('./find-rows.js').RowPlace & { sheet?: string, dataDir?: string, limits?: Limits }} known lines are numbers of Excel's
 *   rows; `sheet`: the first visible one without it
 * @returns {Promise<OpenCsv>} @throws {AppError} CSV_INVALID
 */
export async function openSheet(chunks, { sheet: name, dataDir, limits = LIMITS, ...known }) {
  const file = await spool(chunks, dataDir ? path.join(dataDir, 'imports') : tmpdir(), limits);
  /** @type {Awaited<ReturnType<typeof openWorkbook>> | null} */
  let book = null;
  const close = async () => {
    book?.close();
    await rm(file, { force: true });
  };
  try {
    book = await openWorkbook(file, limits);
    const { rows, sheets } = book;
    const at = chosenSheet(sheets, name);
    const { sample, whole } = await readSample(rows(at));
    if (sample.length === 0)
      throw csvInvalid(phrase`The sheet "${sheets[at].name}" is empty`, 'Choose a sheet with at least one row');
    const width = Math.max(...sample.map(({ cells }) => cells.length));
    const toRecord = (/** @type {SheetRow} */ row) => recordOf(row, width);
    const records = fromLine(sample.map(toRecord), known);
    const { head, rows: below, first, broken, ...found } = placeRows(records, known, 1);
    if (!head && below.length === 0) throw noReadableRow(broken);
    const columns = columnNames(Array.from({ length: width }, (_, column) => head?.fields[column] ?? ''));
    return {
      ...found,
      kind: 'xlsx',
      encoding: 'utf-8',
      dialect: { ...USUAL, delimiter: ';' },
      columns,
      whole,
      sheets: sheets.map((one) => one.name),
      sheet: sheets[at].name,
      sample: below,
      short: shortLines([]),
      beginning: beginningOf(sample.map(shownRow), { headLine: found.headLine, first, comment: '' }),
      records: recordsOf(rows(at), { first, toRecord, limits }),
      close,
    };
  } catch (error) {
    await close();
    throw asInvalid(error, limits);
  }
}

/**
 * A ZIP file is read from its end.
 *
 * @param {AsyncIterable<Buffer>} chunks @param {string} folder @param {Limits} limits
 * @returns {Promise<string>} path
 */
async function spool(chunks, folder, limits) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, `${randomUUID()}.xlsx`);
  let bytes = 0;
  const limit = new Transform({
    transform(chunk, _, done) {
      bytes += chunk.length;
      done(bytes > limits.workbookBytes ? tooLarge('workbookBytes', limits) : null, chunk);
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

/** Without the rows above the line that somebody chose. @param {CsvRecord[]} records @param {import('./find-rows.js').RowPlace} known */
function fromLine(records, { headLine, skip = 0, header }) {
  const line = header !== false && headLine !== undefined ? headLine : skip + 1;
  const rest = records.filter((record) => record.line >= line);
  if (rest.length > 0) return rest;
  throw csvInvalid(phrase`The sheet has no row ${line} to begin with`, 'Choose a row that has cells');
}

/**
 * The rows below the head.
 *
 * @param {AsyncGenerator<SheetRow[]>} pages
 * @param {{ first: number, toRecord: (row: SheetRow) => CsvRecord, limits: Limits }} how
 */
async function* recordsOf(pages, { first, toRecord, limits }) {
  try {
    for await (const rows of pages) {
      const below = rows.filter(({ number }) => number >= first);
      if (below.length > 0) yield below.map(toRecord);
    }
  } catch (error) {
    throw asInvalid(error, limits);
  }
}

/** @param {SheetRow} row @param {number} width @returns {CsvRecord} */
function recordOf({ number, cells, problem }, width) {
  const fields = padded(cells, width);
  return { line: number, fields, text: fields.join(' | '), problem };
}

/** @param {SheetRow} row */
const shownRow = ({ number, cells }) => ({ line: number, text: cells.join(' | ') });

/** @param {string[]} cells @param {number} width */
const padded = (cells, width) =>
  cells.length < width ? [...cells, ...Array.from({ length: width - cells.length }, () => '')] : cells;

/** @type {Record<import('../xlsx/workbook-error.js').WorkbookLimit, (limits: Limits) => import('@plinth/plugin').Message>} */
const TOO_LARGE = {
  workbookBytes: ({ workbookBytes }) => phrase`The workbook is larger than ${workbookBytes / 1024 ** 2} MB`,
  sheetBytes: ({ sheetBytes }) => phrase`The sheet is larger than ${sheetBytes / 1024 ** 2} MB unpacked`,
  workbookPartBytes: ({ workbookPartBytes }) =>
    phrase`The texts or the styles of the workbook are larger than ${workbookPartBytes / 1024 ** 2} MB unpacked`,
  workbookParts: ({ workbookParts }) =>
    phrase`The workbook has more than ${workbookParts} parts: sheets, pictures and comments`,
  workbookRatio: ({ workbookRatio }) =>
    phrase`A sheet of the workbook is more than ${workbookRatio} times larger than packed`,
  workbookPartRatio: ({ workbookPartRatio }) =>
    phrase`The texts or the styles of the workbook are more than ${workbookPartRatio} times larger than packed`,
  workbookHeldBytes: ({ workbookHeldBytes }) =>
    phrase`The texts, styles and lists of the workbook take more than ${workbookHeldBytes / 1024 ** 2} MB together`,
};

/** @param {keyof typeof TOO_LARGE | null} limit @param {Limits} limits */
const tooLarge = (limit, limits) =>
  csvInvalid(
    limit ? TOO_LARGE[limit](limits) : 'The workbook has a text that is too long',
    limit === 'workbookRatio' || limit === 'workbookPartRatio'
      ? 'Open it in your spreadsheet and save it again, or save the sheet as CSV and import that'
      : 'Save the sheet as CSV and import that',
  );

/** @param {unknown} error @param {Limits} limits */
function asInvalid(error, limits) {
  if (!(error instanceof WorkbookError)) return error;
  const { reason, row, column, limit } = error;
  if (reason === 'too-large') return tooLarge(limit, limits);
  if (reason === 'protected') return passwordProtected();
  if (reason === 'too-wide')
    return csvInvalid(
      phrase`Row ${row} has a value in column ${columnLetters(column)}`,
      phrase`At most ${limits.importColumns} columns can be imported. Delete the others, or move them to a second sheet`,
    );
  return csvInvalid(
    row > 0
      ? phrase`The file is not an Excel workbook that can be read: it is damaged after row ${row}`
      : 'The file is not an Excel workbook that can be read',
    'Save it again as .xlsx, or as CSV',
  );
}
