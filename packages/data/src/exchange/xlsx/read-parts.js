/** @import { Readable } from 'node:stream' */
/** @import { Hold } from './held.js' */
/** @import { CellFormat } from './number-formats.js' */
import { LIMITS } from '../../catalog/limits/limits.js';
import { readNumberFormat } from './number-formats.js';
import { unescapeCharacters } from './xml-text.js';

/** The parser holds a text until its end. */
const MOST_BETWEEN_TAGS = 16 * 1024 ** 2;

/**
 * @typedef {{ name: string, attributes: Record<string, string> }} Tag
 * @typedef {{ open?: (tag: Tag) => void, close?: (name: string) => void, text?: (text: string) => void }} Handlers
 *   names come without their namespace
 */

/**
 * Parses XML in chunks and calls the handlers. Entities that a document declares are not expanded.
 *
 * @param {AsyncIterable<Buffer>} stream @param {Handlers} handlers
 * @returns {AsyncGenerator<void>} after each piece @throws {RangeError} a text that would fill the memory
 */
export async function* readXml(stream, { open, close, text }) {
  const { SaxesParser } = await import('saxes');
  const parser = new SaxesParser();
  const local = (/** @type {string} */ name) => name.slice(name.indexOf(':') + 1);
  let since = 0;
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag) => {
    since = 0;
    open?.({ name: local(tag.name), attributes: tag.attributes });
  });
  parser.on('closetag', (tag) => {
    since = 0;
    close?.(local(tag.name));
  });
  if (text) parser.on('text', text);
  /** @type {TextDecoder | null} */
  let decoder = null;
  for await (const piece of stream) {
    decoder ??= new TextDecoder(encodingOf(piece));
    since += piece.length;
    parser.write(decoder.decode(piece, { stream: true }));
    if (since > MOST_BETWEEN_TAGS) throw new RangeError('a text is too long');
    yield;
  }
  parser.write(decoder?.decode() ?? '').close();
}

/** XML without a mark is UTF-8. @param {Buffer} start */
function encodingOf(start) {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  return start[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : 'utf-8';
}

/** @param {AsyncIterable<Buffer>} stream @param {Handlers} handlers */
async function readWhole(stream, handlers) {
  const reading = readXml(stream, handlers);
  while (!(await reading.next()).done);
}

/**
 * @param {Readable} stream of the workbook part, xl/workbook.xml in most files @param {Hold} hold
 * @returns {Promise<{ sheets: { name: string, id: string, isHidden: boolean }[], system: 1900 | 1904 }>}
 */
export async function readSheetList(stream, hold) {
  /** @type {{ name: string, id: string, isHidden: boolean }[]} */
  const sheets = [];
  let system = /** @type {1900 | 1904} */ (1900);
  await readWhole(stream, {
    open({ name, attributes }) {
      if (name === 'workbookPr' && /^(1|true)$/.test(attributes.date1904 ?? '')) system = 1904;
      if (name !== 'sheet') return;
      hold(attributes.name ?? '');
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
      sheets.push({ name: attributes.name ?? '', id, isHidden: /hidden/i.test(attributes.state ?? '') });
    },
  });
  return { sheets, system };
}

/** @param {Readable} stream of xl/styles.xml @param {Hold} hold @returns {Promise<CellFormat[]>} by the number of the style */
export async function readStyles(stream, hold) {
  /** @type {Map<number, string>} */
  const codes = new Map();
  /** @type {number[]} */
  const ids = [];
  let isInCells = false;
  await readWhole(stream, {
    open({ name, attributes }) {
      if (name === 'numFmt') {
        hold(attributes.formatCode ?? '');
        codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '');
      }
      if (name === 'cellXfs') isInCells = true;
      if (name === 'xf' && isInCells) {
        hold();
        ids.push(Number(attributes.numFmtId ?? 0));
      }
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  const formats = new Map([...new Set(ids)].map((id) => [id, readNumberFormat(id, codes.get(id))]));
  return ids.map((id) => /** @type {CellFormat} */ (formats.get(id)));
}

/** @param {Readable} stream of xl/sharedStrings.xml @param {Hold} hold @returns {Promise<string[]>} */
export async function readSharedStrings(stream, hold) {
  /** @type {string[]} */
  const strings = [];
  let text = '';
  let isText = false;
  let isPhonetic = false;
  await readWhole(stream, {
    open({ name }) {
      if (name === 'si') text = '';
      if (name === 't') isText = true;
      if (name === 'rPh') isPhonetic = true;
    },
    close(name) {
      if (name === 'si') {
        hold(text);
        strings.push(unescapeCharacters(text));
      }
      if (name === 't') isText = false;
      if (name === 'rPh') isPhonetic = false;
    },
    text(part) {
      // One more than a cell may have, which the row of the cell then says.
      if (isText && !isPhonetic) text = (text + part).slice(0, LIMITS.lineCharacters + 1);
    },
  });
  return strings;
}
