/** @import { CsvRecord, Dialect } from './records.js' */
import { phrase } from '@plinth/plugin';
import { detectDialect } from './dialect.js';
import { csvInvalid } from './errors.js';
import { countAbove, detectHeader } from './head.js';
import { lineEnds, offsetOfLine } from './line-ends.js';
import { cutRecords } from './records.js';

/** What Excel writes and reads in a line of its own at the start. */
const SEPARATOR = /^sep=([^\r\n])(?:\r\n|\r|\n)/i;
/** What begins a line that is no row, in files of other programs. */
const COMMENTS = ['#', '%', '//', '--'];

/**
 * Where the rows of a file are, if somebody said so.
 *
 * @typedef {{ header?: boolean, headLine?: number, skip?: number, comment?: string }} RowPlace `header`: whether a line names the
 *   columns; `headLine`: its number, from 1; `skip`: lines that are not read, below that line, or else at the start; `comment`:
 *   what begins a line that is no row
 * @typedef {{ dialect: Dialect, header: boolean, headLine: number | null, skip: number, from: { length: number, line: number },
 *   head: CsvRecord | null, rows: CsvRecord[], first: number, broken: CsvRecord[] }} FoundRows `headLine`: null without one; `from`: where reading
 *   begins; `first`: the line from which on records are rows; `broken`: those that could not be read
 */

/**
 * Finds the head and the first row by the beginning of a file.
 *
 * @param {string} text @param {boolean} whole the text is the whole file @param {RowPlace & { delimiter?: string }} known
 * @returns {FoundRows} @throws {AppError} CSV_INVALID
 */
export function findRows(text, whole, known) {
  const hint = SEPARATOR.exec(text);
  const start = { length: hint?.[0].length ?? 0, line: hint ? 2 : 1 };
  const delimiter = known.delimiter || hint?.[1];
  const isSaid = known.headLine !== undefined || known.skip !== undefined;
  const asked = isSaid ? startOf(text, known) : start;
  const from = asked.line > start.line ? asked : start;
  const rest = text.slice(from.length);
  const dialect = detectDialect(rest, whole, { delimiter, comment: known.comment });
  const cut = (/** @type {Dialect} */ one) => cutRecords(rest, from.line, one, whole).records;
  const all = cut(dialect);
  refuseLongLine(rest, all, from.line, whole);
  const comment = known.comment ?? commentOf(all);
  const records = comment === dialect.comment ? all : cut({ ...dialect, comment });
  return { ...placeRows(records, known, from.line), dialect: { ...dialect, comment }, from };
}

/**
 * The head and the rows among the records at the beginning of a file.
 *
 * @param {CsvRecord[]} records @param {RowPlace} known @param {number} start the first line that is read
 * @returns {Omit<FoundRows, 'dialect' | 'from'>}
 */
export function placeRows(records, known, start) {
  const { headLine, skip } = known;
  const good = records.filter(({ problem }) => !problem);
  const isSaid = headLine !== undefined || skip !== undefined;
  const rest = good.slice(isSaid || known.header === false ? 0 : countAbove(good));
  const header = known.header ?? (headLine !== undefined || (rest.length > 0 && looksLikeHead(rest)));
  const top = rest[0]?.line ?? start;
  const head = header ? (rest[0] ?? null) : null;
  const below = head && headLine !== undefined ? (skip ?? 0) : 0;
  const first = head ? top + 1 + lineEnds(head.text, true).count(head.text) + below : top;
  return {
    header,
    headLine: head?.line ?? null,
    skip: head ? below : first - 1,
    head,
    first,
    rows: good.filter(({ line }) => line >= first),
    broken: records.filter(({ problem }) => problem),
  };
}

/** @param {readonly CsvRecord[]} rows */
const looksLikeHead = (rows) =>
  detectHeader(
    rows[0].fields,
    rows.slice(1, 100).map(({ fields }) => fields),
  );

/** @param {string} text @param {RowPlace} known */
function startOf(text, { headLine, skip = 0, header }) {
  const line = header !== false && headLine !== undefined ? headLine : skip + 1;
  const length = Number.isSafeInteger(line) && line >= 1 ? offsetOfLine(text, line) : -1;
  if (length >= 0) return { length, line };
  throw csvInvalid(
    phrase`The file has no line ${line} to begin with`,
    phrase`Choose a line that is not blank, among the first ${lineEnds(text, true).count(text) || 1}`,
  );
}

/** @param {string} rest @param {CsvRecord[]} records @param {number} line @param {boolean} whole */
function refuseLongLine(rest, records, line, whole) {
  if (whole || records.length > 0 || rest.trim() === '') return;
  throw csvInvalid(
    phrase`Line ${line} does not end within ${rest.length} characters`,
    'A row has to end with a line break. Check how the file was written, and whether a quotation mark in it is closed',
  );
}

/**
 * What begins a comment: the first lines have it and are no rows, while no row begins with it.
 *
 * @param {CsvRecord[]} records
 */
function commentOf(records) {
  const found = COMMENTS.find((one) => records[0]?.text.startsWith(one));
  if (!found) return '';
  const rows = records.filter(({ text, problem }) => !problem && !text.startsWith(found));
  const width = rows[0]?.fields.length ?? 0;
  if (rows.length < 2) return '';
  const marked = records.filter(({ text }) => text.startsWith(found));
  if (!marked.some(({ fields }) => fields.length === width)) return found;
  // As wide as a row by chance: "# Exported by Ada, today" above two columns.
  const isRemark = marked.every(({ text }) => /^\W+\s/.test(text) && text.split(/\s+/).length > 2);
  return isRemark && looksLikeHead(rows) ? found : '';
}
