/** @import { Dialect, CsvRecord } from './records.js' */
import { cutRecords } from './records.js';

const DELIMITERS = [',', ';', '\t', '|'];

/**
 * The character between the fields: the one that gives most records the same number of fields, more than one.
 *
 * @param {string} sample the beginning of the file @param {boolean} whole
 * @returns {Dialect}
 */
export function detectDialect(sample, whole) {
  const newline = sample.includes('\n') || !sample.includes('\r') ? '\n' : '\r';
  const scored = DELIMITERS.map((delimiter) => {
    const { records } = cutRecords(sample, 1, { delimiter, newline }, whole);
    return { delimiter, score: agreement(records) };
  });
  const best = scored.reduce((one, other) => (other.score > one.score ? other : one));
  return { delimiter: best.delimiter, newline };
}

/** @param {CsvRecord[]} records */
function agreement(records) {
  // A character that is missing from the first record, which names the columns, occurs in texts by chance.
  if (!(records[0]?.fields.length > 1)) return 0;
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const { fields, problem } of records)
    if (!problem) counts.set(fields.length, (counts.get(fields.length) ?? 0) + 1);
  let score = 0;
  for (const [width, count] of counts) {
    if (width > 1) score = Math.max(score, (count / records.length) * (1 + Math.min(width, 50) / 1000));
  }
  return score;
}

/**
 * Whether the first record names the columns: texts, all different, none of them a number or date, while a column below
 * holds such values or its texts repeat.
 *
 * @param {string[]} first @param {string[][]} rest
 */
export function detectHeader(first, rest) {
  const cells = first.map((cell) => cell.trim());
  if (cells.length === 0 || cells.every((cell) => cell === '')) return false;
  if (cells.some((cell) => isValue(cell))) return false;
  if (rest.length === 0) return true;
  const filled = cells.filter(Boolean);
  // Careless exports may repeat a name, but not most of the time.
  return new Set(filled).size > filled.length / 2;
}

/** @param {string} cell */
const isValue = (cell) =>
  /^[+-]?[€$£]?\s?\d[\d.,:/ T-]*(%|[€$£]|Z)?$/.test(cell) || /^(true|false|[^@\s]+@[^@\s]+\.[^@\s]+)$/i.test(cell);

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
