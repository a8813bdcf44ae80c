import { QUOTED_STYLE, TEXT_STYLE } from './write-cell.js';
import { escapeXml } from './xml-text.js';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** Format ids below this are Excel's built-in ones. */
const FIRST_FORMAT = 164;

/**
 * Collects the styles that the cells of a workbook use while they are written.
 *
 * @returns {{ styleOf: (format: string) => number, xml: () => string }} `styleOf`: its index; 0 is the plain style, 1
 * the header
 */
export function createStyles() {
  /** @type {Map<string, number>} */
  const known = new Map([
    ['General', 0],
    ['head', 1],
  ]);
  const styleOf = (/** @type {string} */ format) => {
    const found = known.get(format);
    if (found !== undefined) return found;
    known.set(format, known.size);
    return known.size - 1;
  };
  return { styleOf, xml: () => stylesXml([...known.keys()]) };
}

/** @param {string[]} formats */
function stylesXml(formats) {
  const own = formats.filter((format) => !['General', 'head', TEXT_STYLE, QUOTED_STYLE].includes(format));
  const codes = own.map((format, at) => `<numFmt numFmtId="${FIRST_FORMAT + at}" formatCode="${escapeXml(format)}"/>`);
  const cells = formats.map((format) => {
    const number = own.indexOf(format);
    if (number >= 0)
      return `<xf numFmtId="${FIRST_FORMAT + number}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`;
    if (format === 'head') return '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>';
    const quoted = format === QUOTED_STYLE ? ' quotePrefix="1"' : '';
    return `<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"${quoted}/>`;
  });
  const font = (/** @type {string} */ more) => `<font>${more}<sz val="11"/><name val="Calibri"/></font>`;
  return `${HEAD}<styleSheet xmlns="${MAIN}">${codes.length ? `<numFmts count="${codes.length}">${codes.join('')}</numFmts>` : ''}<fonts count="2">${font('')}${font('<b/>')}</fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${cells.length}">${cells.join('')}</cellXfs></styleSheet>`;
}

/** The start of a sheet: the first row is frozen. @param {number} columns */
export const sheetStart = (columns) =>
  `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${Math.max(columns, 1)}" width="18" customWidth="1"/></cols><sheetData>`;

export const SHEET_END = '</sheetData></worksheet>';

/** @param {string} name @param {number} count of sheets @returns {Record<string, string>} further files by their path */
export function workbookParts(name, count) {
  const sheets = Array.from({ length: count }, (_, at) => at + 1);
  const names = sheets.map((number) => sheetName(name, number));
  return {
    '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${sheets.map((number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPE}.worksheet+xml"/>`).join('')}</Types>`,
    '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${sheets.map((number, at) => `<sheet name="${escapeXml(names[at])}" sheetId="${number}" r:id="rId${number}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${sheets.map((number) => `<Relationship Id="rId${number}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${number}.xml"/>`).join('')}<Relationship Id="rId${count + 1}" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
  };
}

/** At most 31 characters, none of them forbidden. @param {string} name @param {number} number */
function sheetName(name, number) {
  const plain =
    name
      .replace(/[\\/?*[\]:\p{Cc}]/gu, ' ')
      .replace(/^'+|'+$/g, '')
      .trim() || 'Sheet';
  return number === 1 ? plain.slice(0, 31).trim() : `${plain.slice(0, 26).trim()} ${number}`;
}
