/** @import { LoadedPdf, PdfCell, PdfDocument, PdfPicture } from './types.d.ts' */
import { fileCell } from './file-cell.js';

/** Of a page, in points: A4, and from this many columns lying. */
const MANY_COLUMNS = 6;
const GREY = '#6b7280';
const LINE = '#d9dde3';
/** Of the text on a page, in points. */
const WIDTH = Object.freeze({ portrait: 515, landscape: 762 });
/** Of an average letter, in points. */
const LETTER = Object.freeze({ portrait: 6, landscape: 5 });
const PADDING = 12;
/** Of the values in a detail view, beside their labels, in points. */
const VALUE_WIDTH = 340;
/** Width and height that a logo may have, in points. */
const LOGO = [160, 24];

/**
 * The document as pdfmake wants it.
 *
 * @param {LoadedPdf} document
 */
export function definitionOf(document) {
  const { title, site, logo, accent, date, pageOf, lang, blocks, pictures } = document;
  const note = [document.note, document.isCut && document.leftOut].filter(Boolean).join(' ');
  const columns = Math.max(0, ...blocks.map((block) => ('heads' in block ? block.heads.length : 0)));
  return {
    images: Object.fromEntries(Object.entries(pictures).map(([id, { url }]) => [id, url])),
    info: { title, creator: site || 'Plinth', producer: 'Plinth' },
    lang,
    pageSize: 'A4',
    pageOrientation: columns > MANY_COLUMNS ? 'landscape' : 'portrait',
    pageMargins: [40, 56, 40, 48],
    defaultStyle: { font: 'Roboto', fontSize: columns > MANY_COLUMNS ? 8 : 9.5, lineHeight: 1.2 },
    header: {
      margin: [40, 24, 40, 0],
      columns: [
        logo && Object.hasOwn(pictures, logo)
          ? { image: logo, fit: LOGO, margin: [0, -6, 0, 0] }
          : { text: site, color: accent, bold: true, fontSize: 9 },
        { text: date, alignment: 'right', color: GREY, fontSize: 9 },
      ],
    },
    footer: (/** @type {number} */ page, /** @type {number} */ pages) => ({
      margin: [40, 12, 40, 0],
      fontSize: 8,
      color: GREY,
      alignment: 'right',
      text: pageOf.replace('{page}', String(page)).replace('{pages}', String(pages)),
    }),
    content: [
      { text: title, fontSize: 18, bold: true, margin: [0, 0, 0, 2] },
      {
        canvas: [{ type: 'rect', x: 0, y: 0, w: 36, h: 3, color: accent }],
        margin: [0, 2, 0, 12],
      },
      ...(note ? [{ text: note, color: GREY, fontSize: 8, margin: [0, 0, 0, 8] }] : []),
      ...blocks.map((block) => blockOf(block, { accent, pictures })),
    ],
  };
}

/** @typedef {{ accent: string, pictures: Record<string, PdfPicture> }} Look */

/** @param {PdfDocument['blocks'][number]} block @param {Look} look @returns {any} */
function blockOf(block, look) {
  if ('heading' in block) return { text: block.heading, fontSize: 13, bold: true, margin: [0, 12, 0, 6] };
  if ('heads' in block) return tableOf(block, look);
  return { stack: inTables(block.values).map((values) => valuesTable(values, look)), margin: [0, 0, 0, 8] };
}

/** @typedef {Extract<PdfDocument['blocks'][number], { values: any }>['values']} Values */

/** A row that must not break stands in a table of its own. @param {Values} values */
function inTables(values) {
  /** @type {Values[number][][]} */
  const tables = [];
  for (const [i, value] of values.entries()) {
    if (i === 0 || isWhole(value) || isWhole(values[i - 1])) tables.push([]);
    tables.at(-1)?.push(value);
  }
  return tables;
}

/** Few pictures stay beside their label; many need more than a page. @param {Values[number]} value */
const isWhole = ({ value }) => typeof value !== 'string' && value.files.length <= 3;

/** @param {Values} values @param {Look} look */
const valuesTable = (values, look) => ({
  layout: 'noBorders',
  table: {
    widths: ['30%', '*'],
    dontBreakRows: isWhole(values[0]),
    body: values.map(({ label, value }) => [{ text: label, color: GREY }, valueOf(value, look)]),
  },
});

/** @param {PdfCell} value @param {Look} look */
function valueOf(value, { pictures }) {
  const text = (/** @type {string} */ one) => breakable(one, 48);
  return typeof value === 'string'
    ? { text: text(value) || '–' }
    : fileCell(value, pictures, { width: VALUE_WIDTH, text });
}

/** @param {Extract<PdfDocument['blocks'][number], { heads: unknown }>} block @param {Look} look */
function tableOf({ heads, rows, right = [] }, { accent, pictures }) {
  const layout = heads.length > MANY_COLUMNS ? 'landscape' : 'portrait';
  // A longer word would push the other columns out of the page.
  const width = WIDTH[layout] / heads.length - PADDING;
  const most = Math.max(4, Math.floor(width / LETTER[layout]));
  const text = (/** @type {string} */ value) => breakable(value, most);
  const cell = (/** @type {PdfCell} */ value, /** @type {number} */ i) =>
    typeof value === 'string'
      ? { text: text(value), ...(right[i] && { alignment: 'right' }) }
      : fileCell(value, pictures, { width, inRow: true, text });
  const head = heads.map((text, i) => ({ ...cell(text, i), bold: true, color: accent }));
  return {
    margin: [0, 0, 0, 12],
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: heads.map(() => '*'),
      body: [head, ...rows.map((row) => row.map(cell))],
    },
    layout: {
      hLineWidth: (/** @type {number} */ i) => (i === 0 ? 0 : i === 1 ? 1 : 0.5),
      vLineWidth: () => 0,
      hLineColor: (/** @type {number} */ i) => (i === 1 ? accent : LINE),
      paddingLeft: (/** @type {number} */ i) => (i === 0 ? 0 : PADDING / 2),
      paddingRight: () => PADDING / 2,
      paddingTop: () => 3,
      paddingBottom: () => 3,
    },
  };
}

/** @param {string} text @param {number} most letters of a word */
const breakable = (text, most) => text.replaceAll(new RegExp(`\\S{${most}}(?=\\S)`, 'gu'), '$&\u200b');
