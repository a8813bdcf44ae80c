/** @import { Field, Message, Registry } from '@plinth/plugin' */
/** @import { CsvRecord } from './records.js' */
/** @import { MappedColumn } from './mapping.js' */
import { AppError, asPhrase, joinPhrases, phrase } from '@plinth/plugin';
import { restore } from './neutral.js';
import { hasWidth } from './records.js';
import { readFormat } from '../../catalog/local-values/value-formats.js';

/**
 * The texts of a record by field, and what is wrong with it as far as the file alone tells.
 *
 * @param {CsvRecord} record @param {import('./open-csv.js').OpenCsv} csv @param {MappedColumn[]} mapped
 * @param {{ registry: Registry }} context
 */
export function readRecord(record, csv, mapped, context) {
  const { values, problems, odd } = valuesOf(record, csv, mapped, context);
  return { record, values, problem: problemOf(record, csv) ?? together(problems), odd: together(odd) };
}

/** What is wrong with a line as a whole. @param {CsvRecord} record @param {import('./open-csv.js').OpenCsv} csv @returns {Message | null} */
export function problemOf({ problem, fields, text }, { columns, encoding }) {
  if (problem) return problem;
  if (!hasWidth(fields, columns.length))
    return phrase`Cells in the line: ${fields.length}. Columns in the file: ${columns.length}`;
  if (text.includes('\ufffd')) return phrase`The line contains characters that are not ${encoding.toUpperCase()}`;
  return null;
}

/**
 * @param {CsvRecord} record @param {import('./open-csv.js').OpenCsv} csv @param {MappedColumn[]} mapped
 * @param {{ registry: Registry }} context
 */
function valuesOf(record, { kind, dialect }, mapped, { registry }) {
  /** @type {Record<string, unknown>} */
  const values = {};
  /** @type {Message[]} */
  const problems = [];
  /** @type {Message[]} */
  const odd = [];
  for (const { at, field, format, fixes, leavesEmpty } of mapped) {
    const cell = record.fields[at];
    // An empty cell is no value, so that the field's default can take its place.
    if (cell === undefined || cell === '') continue;
    if (kind === 'csv' && isCopyNull(cell, record)) {
      values[field.name] = null;
      continue;
    }
    const given = kind === 'csv' ? restore(cell, dialect.delimiter) : cell;
    const text = fixes.get(given) ?? given;
    const written = format && text.trim() ? readFormat(text, format) : text;
    const value = written ?? text;
    // What is in another format may still say one thing only.
    const problem =
      written === null && misfitOf(text, field, registry) ? phrase`${field.label} must look like ${format}` : null;
    const misfit = leavesEmpty ? (problem ?? misfitOf(value, field, registry)) : null;
    if (misfit) {
      odd.push(misfit);
      values[field.name] = null;
      continue;
    }
    if (problem) problems.push(problem);
    values[field.name] = value;
  }
  return { values, problems, odd };
}

/**
 * PostgreSQL's COPY writes \N for no value. In quotation marks it is a text.
 *
 * @param {string} cell @param {CsvRecord} record
 */
export const isCopyNull = (cell, { text }) => cell === COPY_NULL && !text.includes(`"${COPY_NULL}"`);
const COPY_NULL = '\\N';

/** @param {unknown} value @param {Field} field @param {Registry} registry @returns {Message | null} */
function misfitOf(value, field, registry) {
  const type = registry.fieldType(field.type);
  try {
    const read = type.parse(value, field);
    if (read !== null) type.validate(read, field);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.phrases.message;
    throw error;
  }
}

/** @param {Message[]} problems */
export const together = (problems) => (problems.length ? joinPhrases(problems.map(asPhrase), '; ') : null);
