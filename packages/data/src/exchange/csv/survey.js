/** @import { Field, Message, Registry, Table } from '@plinth/plugin' */
/** @import { CsvColumn, ChosenType } from './guess-columns.js' */
import { ownTexts } from '../../rules/expressions/own-texts.js';
import { createColumnSurvey } from './column-survey.js';
import { candidatesFor, guessColumns } from './guess-columns.js';
import { restore } from './neutral.js';
import { isCopyNull, problemOf } from './read-record.js';

/** Cells that are kept of the file's beginning, and their letters. */
const MOST_CELLS = 400_000;
const MOST_TEXTS = 2000;
const MOST_LETTERS = 8_000_000;
/** Lines that can't be read which are named. */
const MOST_NAMED = 20;

/**
 * @typedef {{ count: number, lines: { line: number, reason: Message }[] }} Unusable lines that no reading turns into a row, and
 *   the first of them
 */

/**
 * Reads a file to its end and says what each column holds.
 *
 * @param {import('./open-csv.js').OpenCsv} csv
 * @param {{ registry: Registry, table: Table | null, chosen: Record<string, ChosenType & { field?: string | null }>,
 *   locale?: string, onProgress?: (progress: { rows: number }) => void, goOn: () => void }} context `locale` of the site; `goOn` throws when somebody has stopped it
 * @returns {Promise<{ columns: CsvColumn[], rows: number, unusable: Unusable }>}
 */
export async function surveyFile(csv, { registry, table, chosen, locale, onProgress, goOn }) {
  const { columns, kind, dialect } = csv;
  const fields = columns.map((header) => fieldOfColumn(header, table, chosen, columns));
  const choices = columns.map((header) => chosen[header] ?? {});
  const room = {
    texts: Math.max(20, Math.min(MOST_TEXTS, Math.floor(MOST_CELLS / columns.length))),
    letters: Math.floor(MOST_LETTERS / columns.length),
  };
  const surveys = columns.map((_, at) => surveyOf(registry, { field: fields[at], choice: choices[at], room }));
  const restored =
    kind === 'csv'
      ? (/** @type {string} */ text) => restore(text, dialect.delimiter)
      : (/** @type {string} */ text) => text;
  let rows = 0;
  /** @type {Unusable} */
  const unusable = { count: 0, lines: [] };
  for await (const records of csv.records) {
    goOn();
    for (const record of records) {
      const reason = problemOf(record, csv);
      if (reason) {
        unusable.count++;
        if (unusable.lines.length < MOST_NAMED) unusable.lines.push({ line: record.line, reason });
        continue;
      }
      rows++;
      for (let at = 0; at < surveys.length; at++) {
        const cell = record.fields[at];
        if (cell && !(kind === 'csv' && isCopyNull(cell, record))) surveys[at].add(restored(cell), record.line);
      }
    }
    onProgress?.({ rows: rows + unusable.count });
  }
  // Numbers of a workbook are in plain digits, whatever its texts are written in.
  const delimiter = kind === 'csv' ? dialect.delimiter : ',';
  const surveyed = surveys.map((survey) => survey.end());
  const context = { registry, fields, chosen: choices, delimiter, locale };
  return { rows, unusable, columns: guessColumns(columns, surveyed, context) };
}

/** @param {Registry} registry @param {{ field: Field | null, choice: ChosenType, room: { texts: number, letters: number } }} column */
function surveyOf(registry, { field, choice, room }) {
  const name = field?.type ?? choice.type;
  const type = name ? registry.fieldType(name) : null;
  return createColumnSurvey(candidatesFor({ registry, type, field, attributes: choice.attributes }), {
    ...room,
    keepsAll: type !== null,
  });
}

/**
 * The field that a column means: the one chosen, else the one with its name.
 *
 * @param {string} header @param {Table | null} table @param {Record<string, { field?: string | null }>} chosen
 * @param {readonly string[]} headers of all columns
 */
function fieldOfColumn(header, table, chosen, headers) {
  if (!table) return null;
  const choice = chosen[header]?.field;
  if (choice !== undefined) return choice && table.hasField(choice) ? table.field(choice) : null;
  const found = table.fields.find(
    (field) => isNamedBy(field, header) && (!field.auto || (field.auto === 'id' && isOwnExport(table, headers))),
  );
  return found ?? null;
}

/** Another file's ID is no key of ours; our own exports have every field beside it. @param {Table} table @param {readonly string[]} headers */
const isOwnExport = (table, headers) =>
  table.fields.every((field) => field.auto || headers.some((header) => isNamedBy(field, header)));

/** @param {import('@plinth/plugin').Field} field @param {string} header */
const isNamedBy = ({ name, label, auto }, header) =>
  [plain(name), plain(label)].includes(plain(header)) || (auto === 'id' && KEYS.has(plain(header)));

/** @param {string} text */
const plain = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** What the key is called in exports, in each language. */
const KEYS = new Set(Object.values(ownTexts).flatMap(({ ID }) => (ID ? [plain(ID)] : [])));
