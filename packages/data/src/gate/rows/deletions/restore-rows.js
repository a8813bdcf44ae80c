/** @import { Field, Table } from '@plinth/plugin' */
/** @import { PayloadRow } from '../write/payload.js' */
/** @import { Values } from '../write-rows.js' */
/** @import { DeletionEntry } from './find-deletion.js' */
/** @import { Restoring } from './restoring.js' */
import { AppError, phrase } from '@plinth/plugin';
import { readKey } from '../../../catalog/schema/key.js';
import { inputProblems } from '../write/field-problem.js';
import { toPayload } from '../write/payload.js';
import { withinTransaction } from '../write/within-transaction.js';
import { existing, titleOf, valuesOf } from './restoring.js';

/** @typedef {{ entry: DeletionEntry, key: string | number, values: Values, error: AppError | null }} Candidate */

/**
 * Makes deleted rows of one table again, with their keys. What can't come back is told in `restoring.conflicts`.
 *
 * @param {Restoring} restoring @param {Table} table @param {readonly DeletionEntry[]} entries
 */
export async function restoreRows(restoring, table, entries) {
  const { tx, context, system } = restoring;
  const { registry } = context;
  const rows = entries.map((entry) => {
    const key = readKey(registry, table, entry.row_key);
    return /** @type {Candidate} */ ({
      entry,
      key,
      values: { ...valuesOf(restoring, table, entry.before), id: key },
      error: null,
    });
  });
  for (const field of table.fields) await settleReferences(restoring, table, field, rows);
  const work = context.work(system, table.name, 'insert');
  const ready = rows.flatMap((row) => {
    const v = row.error ? null : payload(row);
    return v ? [{ row, sent: /** @type {PayloadRow} */ ({ v }) }] : [];
  });
  const outcomes = ready.length === 0 ? [] : await withinTransaction(tx, work)(ready.map(({ sent }) => sent));
  for (const [i, { error }] of outcomes.entries()) {
    if (error && !(error instanceof AppError)) throw error;
    ready[i].row.error = /** @type {AppError | undefined} */ (error) ?? null;
  }
  for (const { entry, key, error } of rows) {
    const taken = entry.taken_by !== null;
    if (error) restoring.conflicts.push({ table, title: titleOf(table, entry), taken, error });
    else restoring.restored.push({ table, key, taken });
  }

  /** @param {Candidate} row @returns {Record<string, unknown> | null} */
  function payload(row) {
    const { values, problems } = context.read(work, row.values, 'create');
    if (problems) row.error = inputProblems(problems);
    return problems ? null : toPayload(registry, table, values);
  }
}

/**
 * What a row pointed at may be gone, or may come back after it.
 *
 * @param {Restoring} restoring @param {Table} table @param {Field} field @param {readonly Candidate[]} rows
 */
async function settleReferences(restoring, table, field, rows) {
  const { target } = field;
  if (!target) return;
  const pointing = rows.filter(({ values }) => keysIn(values[field.name]).length > 0);
  if (pointing.length === 0) return;
  const there = await existing(
    restoring,
    target,
    pointing.flatMap(({ values }) => keysIn(values[field.name])),
  );
  // Foreign keys are asked when the whole statement is over.
  if (target === table.name) for (const { key } of rows) there.add(String(key));
  for (const row of pointing) {
    const keys = keysIn(row.values[field.name]);
    const missing = keys.filter((key) => !there.has(String(key)));
    if (missing.length === 0) continue;
    const isList = Array.isArray(row.values[field.name]);
    if (field.required && !isList) row.error ??= parentGone(field);
    else row.values[field.name] = isList ? keys.filter((key) => there.has(String(key))) : null;
    if (restoring.coming.has(target)) restoring.links.push({ table, field, key: row.key, targets: missing });
  }
}

/** @param {unknown} value @returns {(string | number)[]} */
const keysIn = (value) => (value === null || value === undefined ? [] : /** @type {any[]} */ ([value].flat()));

/** @param {Field} field */
const parentGone = (field) =>
  new AppError('RESTORE_CONFLICT', phrase`"${field.label}" no longer exists`, {
    status: 409,
    hint: 'Restore it first',
  });
