/** @import { Readable } from 'node:stream' */
/** @import { CellFormat } from './number-formats.js' */
import { numberText } from './cell-text.js';
import { readXml } from './read-parts.js';
import { unescapeCharacters } from './xml-text.js';

/**
 * @typedef {{ number: number, cells: string[] }} SheetRow `number`: Excel's row number, from 1
 * @typedef {{ strings: readonly string[], styles: readonly CellFormat[], system: 1900 | 1904, mostColumns: number }} SheetContext
 */

/**
 * The non-empty rows of a sheet, as texts. Formulas give the result that was saved in the workbook.
 *
 * @param {Readable} stream @param {SheetContext} context
 * @returns {AsyncGenerator<SheetRow[]>} @throws {RangeError} too many columns
 */
export async function* readSheet(stream, context) {
  /** @type {SheetRow[]} */
  let rows = [];
  const handlers = createHandlers(context, (row) => rows.push(row));
  const reading = readXml(stream, handlers);
  while (!(await reading.next()).done) {
    if (rows.length === 0) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

/** @param {SheetContext} context @param {(row: SheetRow) => void} found @returns {import('./read-parts.js').Handlers} */
function createHandlers(context, found) {
  let number = 0;
  let column = -1;
  /** @type {string[]} */
  let cells = [];
  /** @type {Record<string, string>} */
  let cell = {};
  let text = '';
  let part = '';
  let isPhonetic = false;
  return {
    open({ name, attributes }) {
      if (name === 'row') {
        number = attributes.r ? Number(attributes.r) : number + 1;
        [cells, column] = [[], -1];
      } else if (name === 'c') {
        column = attributes.r ? columnOf(attributes.r) : column + 1;
        if (column >= context.mostColumns) throw new RangeError('too many columns');
        [cell, text] = [attributes, ''];
      } else if (name === 'v' || name === 't') part = name;
      else if (name === 'rPh') isPhonetic = true;
    },
    text(piece) {
      if (part && !isPhonetic) text += piece;
    },
    close(name) {
      if (name === 'v' || name === 't') part = '';
      else if (name === 'rPh') isPhonetic = false;
      else if (name === 'c') {
        const value = textOf(cell, text, context);
        if (value === '') return;
        while (cells.length < column) cells.push('');
        cells[column] = value;
      } else if (name === 'row' && cells.length > 0) found({ number, cells });
    },
  };
}

/** @param {Record<string, string>} cell its attributes @param {string} text @param {SheetContext} context */
function textOf({ t = 'n', s }, text, { strings, styles, system }) {
  if (text === '') return '';
  if (t === 's') return strings[Number(text)] ?? '';
  if (t === 'inlineStr' || t === 'str') return unescapeCharacters(text);
  if (t === 'b') return text === '1' ? 'true' : 'false';
  if (t === 'e' || t === 'd') return text;
  return numberText(text, styles[Number(s ?? 0)] ?? { kind: 'number', currency: '' }, system);
}

/** "AB12" is 27. @param {string} at */
function columnOf(at) {
  let column = 0;
  for (let i = 0; i < at.length; i++) {
    const code = at.charCodeAt(i) - 64;
    if (code < 1 || code > 26) break;
    column = column * 26 + code;
  }
  return column - 1;
}
