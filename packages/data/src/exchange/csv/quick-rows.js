/** @import { Field, Table } from '@plinth/plugin' */
/** @import { CsvRecord } from './records.js' */
/** @import { Job } from './import.js' */
/** @import { MappedColumn } from './mapping.js' */
/** @import { NamedRow } from './prepare-lines.js' */
import { AppError, memoize } from '@plinth/plugin';
import { readFormat } from '../../catalog/local-values/value-formats.js';
import { orNothing } from '../../postgres/errors/or-nothing.js';
import { fieldsSetBefore } from '../../rules/expressions/before/triggers-of.js';
import { reachesOwnOnly, readableField, writableField } from '../../rules/rights/index.js';
import { isPlainDefault } from '../../gate/rows/write/default-value.js';
import { writable } from '../../gate/rows/write/input.js';
import { toPayload } from '../../gate/rows/write/payload.js';
import { createKnownCells } from './known-cells.js';

/** What a cell can't be read as without more questions. */
const UNREADABLE = Symbol('unreadable');

/** @typedef {{ at: number, name: string, isNeeded: boolean, read: (cell: string) => unknown }} QuickColumn */

/**
 * Reads lines in which everything is as it should be, without asking for each cell what holds for its whole column. Any other
 * line is left to those who can tell what is wrong with it.
 *
 * @param {Job} job
 * @returns {(table: Table) => ((record: CsvRecord) => NamedRow | null) | null} null: the table, or the line, needs more
 */
export function createQuickRows(job) {
  const { csv, key } = job;
  if (key || csv.kind !== 'csv') return () => null;
  return memoize((/** @type {Table} */ table) => orNothing(() => readerFor(job, table)));
}

/** @param {Job} job @param {Table} table as it is now */
function readerFor(job, table) {
  const { actor, context, mapped, same, csv } = job;
  const { registry } = context;
  const set = fieldsSetBefore(context.catalog(), table, 'insert');
  const isNeeded = (/** @type {Field} */ field) => field.required && !set.has(field.name);
  const given = mapped.map((column) => ({ ...column, field: same.fieldOf(table, column.field) }));
  const stored = table.fields.filter((field) => !field.auto && writable(context, table, field.name));
  const others = stored.filter(({ id }) => given.every(({ field }) => field.id !== id));
  const isQuick =
    given.every(({ field }) => isCell(job, table, field)) &&
    stored.every(isPlainDefault) &&
    others.every((field) => !isNeeded(field) || (field.default ?? null) !== null) &&
    !reachesOwnOnly(actor, table);
  if (!isQuick) return null;
  const none = toPayload(
    registry,
    table,
    Object.fromEntries(stored.map((field) => [field.name, field.default ?? null])),
  );
  const columns = given.map((column) => quickColumn(job, column, isNeeded(column.field)));
  const width = csv.columns.length;

  return (/** @type {CsvRecord} */ { fields, text, problem }) => {
    if (problem || fields.length !== width || text.includes('\ufffd')) return null;
    const v = { ...none };
    for (const { at, name, isNeeded: needed, read } of columns) {
      const cell = fields[at];
      // An empty cell is no value, so that the field's default takes its place.
      if (cell !== '') {
        const value = read(cell);
        if (value === UNREADABLE) return null;
        v[name] = value;
      }
      if (needed && v[name] === null) return null;
    }
    return { v, named: table };
  };
}

/** Whether a cell alone tells the field's value. @param {Job} job @param {Table} table @param {Field} field */
function isCell({ actor, context }, table, field) {
  const isPlain = !field.auto && field.target === null && writable(context, table, field.name) !== null;
  const may = readableField(actor, table, field) && writableField(actor, table, field);
  return isPlain && may && context.registry.fieldType(field.type).storage === 'column';
}

/** @param {Job} job @param {MappedColumn} column @param {boolean} isNeeded @returns {QuickColumn} */
function quickColumn({ context }, { at, field, format, fixes }, isNeeded) {
  const type = context.registry.fieldType(field.type);
  const read = (/** @type {string} */ cell) => {
    // An apostrophe may stand before a formula, and \N for no value.
    if (cell.startsWith("'") || cell.startsWith('\\')) return UNREADABLE;
    const text = fixes.get(cell) ?? cell;
    const written = format && text.trim() ? readFormat(text, format) : text;
    if (written === null) return UNREADABLE;
    try {
      const value = type.parse(written, field) ?? null;
      if (value === null) return null;
      if (typeof value === 'object') return UNREADABLE;
      type.validate(value, field);
      return type.toDriver ? type.toDriver(value) : value;
    } catch (error) {
      if (error instanceof AppError) return UNREADABLE;
      throw error;
    }
  };
  return { at, name: field.name, isNeeded, read: createKnownCells(read) };
}
