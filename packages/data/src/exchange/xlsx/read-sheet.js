/** @import { Readable } from 'node:stream' */
/** @import { Message } from '@plinth/plugin' */
/** @import { CellFormat } from './number-formats.js' */
import { phrase } from '@plinth/plugin';
import { LIMITS } from '../../catalog/limits/limits.js';
import { isoText, numberText } from './cell-text.js';
import { readXml } from './read-parts.js';
import { WorkbookError } from './workbook-error.js';
import { unescapeCharacters } from './xml-text.js';

/**
 * @typedef {{ number: number, cells: string[], problem: Message | null }} SheetRow `number`: Excel's row number, from 1; `problem`: why a
 *   value of it is not known
 * @typedef {{ strings: readonly string[], styles: readonly CellFormat[], system: 1900 | 1904, mostColumns: number }} SheetContext
 */

/**
 * The non-empty rows of a sheet, as texts. Formulas give the result that was saved in the workbook.
 *
 * @param {Readable} stream @param {SheetContext} context
 * @returns {AsyncGenerator<SheetRow[]>} @throws {WorkbookError} a value beyond the last column, or broken after a row
 */
export async function* readSheet(stream, context) {
  /** @type {SheetRow[]} */
  let rows = [];
  let last = 0;
  const handlers = createHandlers(context, (row) => {
    last = row.number;
    rows.push(row);
  });
  const reading = readXml(stream, handlers);
  try {
    while (!(await reading.next()).done) {
      if (rows.length === 0) continue;
      yield rows;
      rows = [];
    }
  } catch (error) {
    if (error instanceof WorkbookError) throw error;
    throw new WorkbookError(error instanceof RangeError ? 'too-large' : 'broken', { cause: error, row: last });
  }
  if (rows.length > 0) yield rows;
}

/** @param {SheetContext} context @param {(row: SheetRow) => void} found @returns {import('./read-parts.js').Handlers} */
function createHandlers(context, found) {
  let number = 0;
  let column = -1;
  /** @type {string[]} */
  let cells = [];
  /** @type {Message | null} */
  let problem = null;
  /** @type {Record<string, string>} */
  let cell = {};
  let text = '';
  let part = '';
  let isPhonetic = false;
  let isFormula = false;
  let isLong = false;

  const endCell = () => {
    if (isFormula && text === '' && cell.t !== 'str') problem ??= NO_RESULT;
    const value = textOf(cell, text, context);
    if (value === null) problem ??= NO_TEXT;
    if (isLong || (value && value.length > LIMITS.lineCharacters)) problem ??= TOO_LONG;
    if (!value || problem === TOO_LONG) return;
    // Cells without a value don't count: a bold row goes on to the last column.
    if (column >= context.mostColumns) throw new WorkbookError('too-wide', { row: number, column });
    while (cells.length < column) cells.push('');
    cells[column] = value;
  };

  return {
    open({ name, attributes }) {
      if (name === 'row') {
        number = Number(attributes.r) > 0 ? Number(attributes.r) : number + 1;
        [cells, column, problem] = [[], -1, null];
      } else if (name === 'c') {
        column = columnOf(attributes.r ?? '') ?? column + 1;
        [cell, text, isFormula, isLong] = [attributes, '', false, false];
      } else if (name === 'v' || name === 't') part = name;
      else if (name === 'f') isFormula = true;
      else if (name === 'rPh') isPhonetic = true;
    },
    text(piece) {
      if (!part || isPhonetic) return;
      isLong ||= text.length + piece.length > LIMITS.lineCharacters;
      text = isLong ? '' : text + piece;
    },
    close(name) {
      if (name === 'v' || name === 't') part = '';
      else if (name === 'rPh') isPhonetic = false;
      else if (name === 'c') endCell();
      else if (name === 'row' && (cells.length > 0 || problem)) found({ number, cells, problem });
    },
  };
}

const NO_RESULT = phrase`The row has a formula without a saved result: open the workbook in your spreadsheet and save it`;
const NO_TEXT = phrase`The row has a text that is missing from the workbook: open it in your spreadsheet and save it`;

const TOO_LONG = phrase`The row has a text of more than ${LIMITS.lineCharacters} characters: shorten it, or split it into several cells`;

/** @param {Record<string, string>} cell its attributes @param {string} text @param {SheetContext} context @returns {string | null} null: not known */
function textOf({ t = 'n', s }, text, { strings, styles, system }) {
  if (text === '') return '';
  if (t === 's') return strings[Number(text)] ?? null;
  if (t === 'inlineStr' || t === 'str') return unescapeCharacters(text);
  if (t === 'b') return text === '1' || text === 'true' ? 'true' : 'false';
  if (t === 'e') return text;
  const format = styles[Number(s ?? 0)] ?? { kind: 'number', currency: '' };
  return t === 'd' ? isoText(text, format) : numberText(text, format, system);
}

/** "AB12" is 27. @param {string} at @returns {number | null} null if it is not said */
function columnOf(at) {
  const letters = /^\$?([A-Z]+)\$?\d*$/.exec(at.toUpperCase())?.[1];
  if (!letters || letters.length > 4) return null;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** The name that a column has in Excel: 27 is AB. @param {number} column from 0 */
export function columnLetters(column) {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}
