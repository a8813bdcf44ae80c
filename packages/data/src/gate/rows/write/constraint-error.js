import { AppError, phrase } from '@plinth/plugin';
import { explainConstraint } from '../../../postgres/sql/physical.js';
import { accessLevel, readableField } from '../../../rules/rights/index.js';
import { LIMITS } from '../../../catalog/limits/limits.js';
import { fieldProblem, inputProblems, notAChoice } from './field-problem.js';
import { isRefused, refusedRow } from './refused-row.js';

/** @import { Actor, Catalog, Field, Table, Values } from '@plinth/plugin' */

/** Class 22: a value out of the range of its type; 54000: a value too large for an index, or too many values for a row. */
const VALUE_ERRORS = /^(22|54000)/;

/** Whether the data caused the error, not the statement or the server. @param {any} error */
export const isDataError = (error) => /^(22|23|54000)/.test(String(error?.code ?? '')) || isRefused(error);

/** Whether another transaction caused the error: a lock timeout or a deadlock. @param {unknown} error */
export const isContention = (error) => error instanceof AppError && error.code === 'TABLE_BUSY';

/**
 * Explains a violated constraint to the writer: which field and what is wrong, but never what the other row contains.
 *
 * @param {any} error @param {{ actor: Actor, catalog: Catalog, table: Table, kind?: string, removing: boolean }} context
 * @returns {unknown} an AppError, or the error itself when it is of another kind
 */
export function explainWriteError(error, { actor, catalog, table, kind, removing }) {
  const code = String(error?.code ?? '');
  if (error instanceof AppError) return error;
  if (isRefused(error)) return refusedRow(error, { actor, catalog, table, kind });
  // PostgreSQL 18 has a code of its own for "on delete restrict".
  if ((code === '23503' || code === '23001') && removing) return rowInUse(error, actor, catalog, table);
  if (code === '23502') {
    const broken = missing(table, error.column);
    return broken ? tellable(broken, actor, table) : error;
  }
  if (code === '23514' && error.schema === 'app' && error.table !== table.name)
    return ruleElsewhere(error, actor, catalog);
  if (/^(23505|23503|23514|23P01)$/.test(code)) return tellable(constraintBroken(error, table), actor, table);
  if (!VALUE_ERRORS.test(code)) return error;
  return error.routine === 'RelationGetBufferForTuple'
    ? rowTooWide()
    : inputProblems({}, 'A value is too large to be stored');
}

/** PostgreSQL stores long texts elsewhere, but short ones, numbers and dates beside each other in one page. */
const rowTooWide = () =>
  inputProblems(
    {},
    phrase`The row has too many values: together, short ones may take ${LIMITS.rowBytes} bytes. Leave some empty, or move fields to a second table`,
  );

/** @param {Values} error @param {Table} table */
function constraintBroken(error, table) {
  const found = explainConstraint(table, error.constraint);
  if (found?.field) return inputProblems({ [found.field.name]: brokenField(found.kind, found.field) });
  if (found?.constraint) {
    const { constraint } = found;
    const text =
      constraint.message ||
      (constraint.kind === 'unique' ? 'A row with these values already exists' : "These values can't be combined");
    return constraint.kind === 'unique'
      ? inputProblems({ [constraint.fields[0]]: text })
      : inputProblems({ [constraint.kind === 'check' ? checkedField(constraint.where, table) : table.display]: text });
  }
  if (error.code === '23505') return inputProblems({ id: 'This key is already taken' });
  return inputProblems({}, 'These values are not allowed');
}

/**
 * A rule of another table, whose stored formula follows what was written: its message, for who may read what it is about.
 *
 * @param {Values} error @param {Actor} actor @param {Catalog} catalog
 */
function ruleElsewhere(error, actor, catalog) {
  const other = catalog.hasTable(error.table) ? catalog.table(error.table) : null;
  const constraint = other && explainConstraint(other, error.constraint)?.constraint;
  if (!other || constraint?.kind !== 'check' || accessLevel(actor, other, 'read') === 'none')
    return inputProblems({}, 'These values are not allowed');
  const about = inputProblems({ [checkedField(constraint.where, other)]: constraint.message });
  const isKnown = tellable(about, actor, other) === about;
  return inputProblems({}, (isKnown && constraint.message) || 'These values are not allowed');
}

/** Leaves out fields that the writer may not read. @param {AppError} broken @param {Actor} actor @param {Table} table */
function tellable(broken, actor, table) {
  const named = Object.keys(/** @type {Values} */ (broken.details)?.fields ?? {});
  const known = (/** @type {string} */ name) => !table.hasField(name) || readableField(actor, table, table.field(name));
  return named.every(known) ? broken : inputProblems({}, 'These values are not allowed');
}

/** @param {'unique' | 'foreignKey' | 'check'} kind @param {Field} field */
function brokenField(kind, field) {
  if (kind === 'unique') return fieldProblem(field, 'is already taken');
  return kind === 'foreignKey' ? notAChoice(field) : fieldProblem(field, 'has a value that is not allowed');
}

/** The field that shows a check's message: the first one that it uses. @param {Values} filter @param {Table} table @returns {string} */
function checkedField(filter, table) {
  if (typeof filter?.field === 'string') return filter.field;
  for (const inner of [filter?.not, ...(filter?.all ?? []), ...(filter?.any ?? [])].filter(Boolean))
    return checkedField(inner, table);
  return table.display;
}

/** @param {Table} table @param {string | undefined} column */
function missing(table, column) {
  if (!column || !table.hasField(column)) return null;
  return inputProblems({ [column]: fieldProblem(table.field(column), 'is required') });
}

/** @param {Values} error @param {Actor} actor @param {Catalog} catalog @param {Table} table */
function rowInUse(error, actor, catalog, table) {
  const other = error.schema === 'app' && catalog.hasTable(error.table) ? catalog.table(error.table) : null;
  const named = other && accessLevel(actor, other, 'read') !== 'none';
  return new AppError(
    'ROW_IN_USE',
    phrase`This row of "${table.label}" is used by ${named ? phrase`rows of "${other.label}"` : phrase`other rows`}`,
    {
      status: 409,
      hint: 'Remove or change those first',
      details: named ? { table: other.name } : undefined,
    },
  );
}
