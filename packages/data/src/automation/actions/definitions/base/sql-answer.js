/** @import { Table } from '@plinth/plugin' */
import { AppError, phrase } from '@plinth/plugin';

/**
 * A part of what a statement found.
 *
 * @param {readonly Record<string, unknown>[]} rows @param {string} path a column of the first row; empty: all rows; @count
 * @throws {AppError} SQL_INVALID for a column that the statement does not have
 */
export function partOfRows(rows, path) {
  if (path === '@count') return rows.length;
  if (path === '') return rows;
  const [first] = rows;
  if (!first) return null;
  if (!Object.hasOwn(first, path)) throw noColumn(path, Object.keys(first));
  return first[path] ?? null;
}

/** As the field can hold it. @param {Table} table @param {string} field @param {unknown} value */
export const valueFor = (table, field, value) =>
  typeof value === 'object' && value !== null && table.hasField(field) && table.field(field).type !== 'json'
    ? JSON.stringify(value)
    : value;

/** @param {string} name @param {readonly string[]} known */
const noColumn = (name, known) =>
  new AppError('SQL_INVALID', phrase`The SQL has no column "${name}"`, {
    status: 422,
    hint: phrase`Columns: ${known.join(', ')}`,
  });
