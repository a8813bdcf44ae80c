/** @import { SheetCell } from '@plinth/plugin' */
import { PassThrough, Readable } from 'node:stream';
import { wallClock } from '@plinth/plugin';
import { createStyles, sheetStart, SHEET_END, workbookParts } from './workbook-parts.js';
import { writeCell } from './write-cell.js';
import { escapeXml } from './xml-text.js';

/** Excel's limit of rows in a sheet, the header included. */
const MOST_ROWS = 1_048_576;

/**
 * A workbook of typed cells as a stream: rows are written as they come, so that memory does not grow with them. Rows
 * beyond Excel's limit continue on another sheet.
 *
 * @param {{ name: string, head: readonly string[], timeZone?: string, mostRows?: number }} options `name`: of the sheet;
 *   `timeZone`: in which instants are shown
 * @param {AsyncIterable<(SheetCell | null)[][]>} pages of rows
 * @returns {Promise<Readable>}
 */
export async function writeWorkbook({ name, head, timeZone = 'UTC', mostRows = MOST_ROWS }, pages) {
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  const { styleOf, xml } = createStyles();
  const wallClock = wallClockOf(timeZone);
  const write = (/** @type {SheetCell | null} */ cell, /** @type {string} */ at) =>
    writeCell(cell, at, { styleOf, wallClock });
  const rest = flatRows(pages);
  /** @type {Ahead} */
  const ahead = { row: (await rest.next()).value ?? null };
  const output = new PassThrough();
  const source = /** @type {Readable} */ (zip.outputStream);
  const fail = (/** @type {unknown} */ error) => {
    output.destroy(/** @type {Error} */ (error));
    source.destroy();
  };
  zip.on('error', fail);
  source.on('error', fail);
  // If the client disconnects, no more rows are read.
  output.on('close', () => void rest.return(undefined));
  source.pipe(output);

  let count = 0;
  const addSheet = () => {
    count++;
    const number = count;
    zip.addReadStreamLazy(`xl/worksheets/sheet${number}.xml`, {}, (given) => {
      const sheet = Readable.from(sheetXml(head, rest, ahead, { write, most: mostRows }));
      sheet.on('error', fail);
      sheet.on('end', () => (ahead.row ? addSheet() : finish()));
      given(null, sheet);
    });
  };
  const finish = () => {
    for (const [path, text] of Object.entries(workbookParts(name, count))) zip.addBuffer(Buffer.from(text), path);
    zip.addBuffer(Buffer.from(xml()), 'xl/styles.xml');
    zip.end();
  };
  addSheet();
  return output;
}

/** @typedef {{ row: (SheetCell | null)[] | null }} Ahead the row that comes next */
/**
 * @param {readonly string[]} head @param {AsyncGenerator<(SheetCell | null)[]>} rows @param {Ahead} ahead
 * @param {{ write: (cell: SheetCell | null, at: string) => string, most: number }} options
 */
async function* sheetXml(head, rows, ahead, { write, most }) {
  const names = head.map((_, at) => columnName(at));
  const titles = head.map(
    (text, at) => `<c r="${names[at]}1" s="1" t="inlineStr"><is><t>${escapeXml(text)}</t></is></c>`,
  );
  let text = `${sheetStart(head.length)}<row r="1">${titles.join('')}</row>`;
  for (let count = 1; count < most && ahead.row; count++) {
    const number = count + 1;
    const cells = ahead.row.map((cell, at) => write(cell, `${names[at]}${number}`));
    text += `<row r="${number}">${cells.join('')}</row>`;
    ahead.row = (await rows.next()).value ?? null;
    if (text.length < 65_536) continue;
    yield text;
    text = '';
  }
  yield `${text}${SHEET_END}`;
}

/** A, B … Z, AA. @param {number} at from 0 @returns {string} */
const columnName = (at) => (at < 26 ? '' : columnName(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));

/** @template T @param {AsyncIterable<T[]>} pages */
async function* flatRows(pages) {
  for await (const page of pages) yield* page;
}

/** The local time of an instant, as ms since 1970. @param {string} timeZone @returns {(iso: string) => number} */
const wallClockOf = (timeZone) => (iso) => {
  const ms = ((Date.parse(iso) % 1000) + 1000) % 1000;
  return Date.parse(`${wallClock(iso, timeZone)}Z`) + ms;
};
