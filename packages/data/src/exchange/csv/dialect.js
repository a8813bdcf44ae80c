/** @import { Dialect, CsvRecord } from './records.js' */
import { cutRecords } from './records.js';
import { isValue } from './cell-kinds.js';

const DELIMITERS = [',', ';', '\t', '|'];
/** Records that are looked at. */
const MOST = 500;

/** @type {Dialect} what most files are written in */
export const USUAL = Object.freeze({ delimiter: ',', quote: '"', escape: 'double', comment: '' });

/**
 * How a file is written: the separator is the character that gives most records the same number of cells, more than one;
 * the quotation mark and how it is escaped are those that leave the fewest records broken.
 *
 * @param {string} sample the beginning of the file @param {boolean} whole
 * @param {{ delimiter?: string, comment?: string }} [known]
 * @returns {Dialect}
 */
export function detectDialect(sample, whole, { delimiter, comment = '' } = {}) {
  const base = { ...USUAL, comment };
  const marks = marksIn(sample).map((mark) => Object.assign({ ...base }, mark));
  const scored = (delimiter ? [delimiter] : DELIMITERS).flatMap((one) =>
    marks.map((mark) => {
      const dialect = { ...mark, delimiter: one };
      const { records } = cutRecords(sample, 1, dialect, whole);
      const first = records.slice(0, MOST);
      const broken = first.filter(({ problem }) => problem).length / (first.length || 1);
      return { dialect, score: agreement(first, one) - broken };
    }),
  );
  const best = scored.reduce((one, other) => (other.score > one.score ? other : one));
  // Lines of one column may have any of them in their texts.
  const unused = best.score > 0 || delimiter ? undefined : DELIMITERS.find((one) => !sample.includes(one));
  const dialect = unused ? { ...best.dialect, delimiter: unused } : best.dialect;
  return { ...dialect, ...(isPadded(sample, whole, dialect) && { trims: true }) };
}

/** @typedef {Pick<Dialect, 'quote' | 'escape'>} Marks */

/** The usual quotation marks, and others that the text has. @param {string} sample @returns {Partial<Marks>[]} */
function marksIn(sample) {
  /** @type {Partial<Marks>[]} */
  const marks = [{}];
  if (/\\"/.test(sample)) marks.push({ escape: 'backslash' });
  // An apostrophe before a formula is what exports put there; one before a word is "’t Hooft".
  const single = /(?:^|[,;\t|\r\n]) ?'[^'=+\-@\s][^'\r\n]*' ?(?=[,;\t|\r\n]|$)/.test(sample);
  const stray = /(?:^|[,;\t|\r\n]) ?'[^'\r\n,;\t|]*(?=[,;\t|]+[^'\r\n]*[\r\n]|[\r\n]|$)/.test(sample.slice(0, 20_000));
  if (single && !stray && !/(?:^|[,;\t|\r\n]) ?"/.test(sample)) {
    marks.push({ quote: "'" });
    if (/\\'/.test(sample)) marks.push({ quote: "'", escape: 'backslash' });
  }
  return marks;
}

/** @param {CsvRecord[]} records @param {string} delimiter */
function agreement(records, delimiter) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const { fields, problem } of records)
    if (!problem) counts.set(fields.length, (counts.get(fields.length) ?? 0) + 1);
  let score = 0;
  let width = 0;
  for (const [columns, count] of counts) {
    const share = (count / records.length) * (1 + Math.min(columns, 50) / 1000);
    if (columns > 1 && share > score) [score, width] = [share, columns];
  }
  if (score === 0) return 0;
  if (!(records[0].fields.length > 1) && !isBelowTitle(records, width, delimiter)) return 0;
  return delimiter === ',' && areDecimals(records) ? score / 2 : score;
}

/**
 * A character that is missing from the first record, which names the columns, occurs in texts by chance, unless that record is
 * the title of a table below it.
 *
 * @param {CsvRecord[]} records @param {number} width @param {string} delimiter
 */
function isBelowTitle(records, width, delimiter) {
  const rest = records.slice(records.findIndex(({ fields }) => fields.length > 1));
  const rows = rest.filter(({ fields }) => fields.length > 1);
  if (rows.length < 2 || rows.length < rest.length * 0.7) return false;
  // Sentences have a blank after each comma.
  const cells = rows.flatMap(({ fields }) => fields.slice(1));
  if (delimiter !== '\t' && cells.filter((cell) => /^ \S/.test(cell)).length * 2 > cells.length) return false;
  if (width > 2) return true;
  return [0, 1].some((at) => rows.slice(1).every(({ fields }) => isValue(fields[at].trim())));
}

/** Whether all commas are inside numbers: "1,5;2,5". @param {CsvRecord[]} records */
function areDecimals(records) {
  const texts = records.map(({ text }) => text).join('\n');
  const commas = texts.match(/,/g)?.length ?? 0;
  const inside = texts.match(/\d,(?=\d)/g)?.length ?? 0;
  return /[;\t|]/.test(records[0].text) && commas > 0 && inside >= commas * 0.9;
}

/** Whether each separator is followed by a blank: "Ann, London, 7". @param {string} sample @param {boolean} whole @param {Dialect} dialect */
function isPadded(sample, whole, dialect) {
  if (dialect.delimiter === '\t') return false;
  const cells = cutRecords(sample, 1, dialect, whole)
    .records.slice(0, MOST)
    .flatMap(({ text }) => (text.includes(dialect.quote) ? [] : text.split(dialect.delimiter).slice(1)))
    .filter(Boolean);
  return cells.length > 1 && cells.every((cell) => cell.startsWith(' '));
}

/**
 * Distinct names for the columns; a column without a name is named by its number.
 *
 * @param {string[]} cells
 */
export function columnNames(cells) {
  const used = new Set();
  return cells.map((cell, at) => {
    const plain = cell.trim().replace(/\s+/g, ' ').slice(0, 100) || `Column ${at + 1}`;
    let name = plain;
    for (let n = 2; used.has(name.toLowerCase()); n++) name = `${plain} (${n})`;
    used.add(name.toLowerCase());
    return name;
  });
}
