/** @import { CsvRecord } from './records.js' */
import { familyOf, isValue, isYear, kindOf, shapeOf } from './cell-kinds.js';

/** Rows below a head that it is compared with. */
const BELOW = 100;
/** Lines above a head that are looked at. */
const MOST_ABOVE = 50;
/** This share of the cells of a column decides what it holds. */
const MOSTLY = 0.8;

/**
 * How many records at the beginning are titles, dates of the report and the like, above a line that names the columns. Without
 * such a line none is: they would be rows.
 *
 * @param {readonly { fields: string[] }[]} records @returns {number}
 */
export function countAbove(records) {
  const extents = records.slice(0, BELOW + MOST_ABOVE).map(({ fields }) => extentOf(fields));
  const width = usual(extents);
  if (width < 2) return 0;
  let above = 0;
  while (above < Math.min(records.length - 1, MOST_ABOVE) && isAbove(records[above].fields, width)) above++;
  if (above === 0 || above >= records.length - 1) return 0;
  const rest = records.slice(above).map(({ fields }) => fields);
  return detectHeader(rest[0], rest.slice(1, BELOW)) ? above : 0;
}

/** @param {string[]} fields @param {number} width */
function isAbove(fields, width) {
  const filled = fields.filter((cell) => cell.trim() !== '').length;
  return extentOf(fields) <= width / 2 || (filled <= 1 && width > 2);
}

/** The number of cells up to the last filled one. @param {string[]} fields */
const extentOf = (fields) => fields.findLastIndex((cell) => cell.trim() !== '') + 1;

/** The most frequent number; of equals, the larger one. @param {number[]} numbers */
function usual(numbers) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const one of numbers) counts.set(one, (counts.get(one) ?? 0) + 1);
  const [most] = [...counts].sort(([a, x], [b, y]) => y - x || b - a);
  return most?.[0] ?? 0;
}

/**
 * The number of columns: those of the head, and further ones if most rows have them.
 *
 * @param {string[]} head @param {readonly { fields: string[] }[]} rows
 */
export function widthOf(head, rows) {
  const first = rows.slice(0, BELOW);
  const wider = first.filter(({ fields }) => extentOf(fields) > head.length);
  if (wider.length * 2 > first.length) return usual(wider.map(({ fields }) => extentOf(fields)));
  // What a separator at the end of each line leaves.
  const isLeft =
    head.length > 1 && head.at(-1)?.trim() === '' && rows.every(({ fields }) => extentOf(fields) < head.length);
  return isLeft && rows.length > 0 ? head.length - 1 : head.length;
}

/**
 * Whether the first record names the columns. Names are texts above values; names that are values themselves (years, months,
 * numbers of questions) are all different and form a series, and what is below them looks different.
 *
 * @param {string[]} first @param {string[][]} rest
 */
export function detectHeader(first, rest) {
  const cells = first.map((cell) => cell.trim());
  const filled = cells.filter(Boolean);
  if (filled.length === 0) return false;
  const values = filled.filter(isValue);
  // Careless exports may repeat a name, but not most of the time.
  const isRepeated = values.length === 0 && new Set(filled).size <= filled.length / 2;
  if (values.length > 0 && new Set(filled).size < filled.length) return false;
  if (rest.length === 0) return !isRepeated && (values.length === 0 || (isSeries(values) && values.length > 1));
  const evidence = cells.reduce((sum, _, at) => sum + evidenceOf(cells, at, rest), 0);
  if (evidence !== 0) return evidence > 0;
  return !isRepeated && (values.length === 0 || isSeries(values));
}

/**
 * What a column says: above 0 for a head.
 *
 * @param {string[]} head @param {number} at @param {string[][]} rest
 */
function evidenceOf(head, at, rest) {
  const cell = head[at];
  const below = rest.map((row) => (row[at] ?? '').trim()).filter((one) => kindOf(one) !== 'empty');
  const kind = kindOf(cell);
  // "n/a" names no column.
  if (kind === 'empty') return cell === '' ? 0 : -1;
  if (below.length === 0) return 0;
  const share = (/** @type {(one: string) => boolean} */ test) => below.filter(test).length / below.length;
  if (kind === 'text') {
    if (share(isValue) >= MOSTLY) return 2;
    // A name may be a value of its own column once or twice ("Other").
    const again = below.filter((one) => one === cell).length;
    if (again > 1 && again / below.length > 0.3) return -2;
    return shapeEvidence(cell, below);
  }
  const isAlike = share((one) => familyOf(kindOf(one)) === familyOf(kind)) >= 0.2;
  if (!isAlike) return kind === 'integer' && !isYear(cell) ? 0 : 1;
  if (looksDifferent(cell, kind, share) || isOnlySeries(head, at, rest)) return isYear(cell) ? 1 : 0;
  return -2;
}

/** Codes have digits, and their name seldom has. @param {string} cell @param {string[]} below */
function shapeEvidence(cell, below) {
  if (below.length < 2 || !below.every((one) => /\d/.test(one))) return 0;
  if (!/\d/.test(cell)) return 1;
  return below.every((one) => shapeOf(one) === shapeOf(cell)) ? -1 : 0;
}

/** @param {string} cell @param {import('./cell-kinds.js').CellKind} kind @param {(test: (one: string) => boolean) => number} share */
function looksDifferent(cell, kind, share) {
  if (kind === 'integer' && isYear(cell)) return share(isYear) < 0.2;
  if (kind === 'integer') return cell.length > 2 && share((one) => one.length === cell.length) < 0.2;
  return kind !== 'decimal' && share((one) => shapeOf(one) === shapeOf(cell)) < 0.2;
}

/**
 * Whether a cell is part of three or more numbers that follow one another, as in no row below, whose numbers are not from the
 * same range either (as ranks and marks are).
 *
 * @param {string[]} head @param {number} at @param {string[][]} rest
 */
function isOnlySeries(head, at, rest) {
  const places = head.flatMap((cell, i) => (kindOf(cell) === 'integer' ? [i] : []));
  const numbers = (/** @type {string[]} */ row) => places.map((i) => Number(row[i] || Number.NaN));
  const names = numbers(head);
  if (!places.includes(at) || names.length < 3 || !isSteady(names)) return false;
  const [least, most] = [Math.min(...names), Math.max(...names)];
  const below = rest.map(numbers);
  if (below.some((row) => isSteady(row))) return false;
  return isYear(head[at]) || below.flat().some((one) => one < least || one > most);
}

/** @param {number[]} numbers */
const isSteady = (numbers) =>
  numbers.every((one, at) => at === 0 || one - numbers[at - 1] === numbers[1] - numbers[0]) &&
  numbers[0] !== numbers[1];

/**
 * Names that are values: all written alike, and rising or falling. @param {string[]} values
 */
function isSeries(values) {
  const shapes = new Set(values.map(shapeOf));
  if (shapes.size > 1) return false;
  if (values.length === 1) return isYear(values[0]) || kindOf(values[0]) !== 'integer';
  const numbers = values.map(Number);
  if (numbers.some(Number.isNaN)) return true;
  const rises = numbers.every((one, at) => at === 0 || one > numbers[at - 1]);
  return rises || numbers.every((one, at) => at === 0 || one < numbers[at - 1]);
}
