/** @import { Field, Table } from '@plinth/plugin' */
/** @import { PayloadRow } from '../write/payload.js' */
/** @import { ChangeEntry } from './find-change.js' */
/** @import { Undoing } from './undoing.js' */
import { AppError, phrase } from '@plinth/plugin';
import { forbidden, rowNotFound } from '../../../postgres/errors/row-errors.js';
import { fieldsSetBefore } from '../../../rules/expressions/before/triggers-of.js';
import { writableField } from '../../../rules/rights/index.js';
import { readKey } from '../../../catalog/schema/key.js';
import { allowedKeys } from '../deletions/allowed-keys.js';
import { listsOf } from '../deletions/restoring.js';
import { inputProblems } from '../write/field-problem.js';
import { toPayload } from '../write/payload.js';
import { withinTransaction } from '../write/within-transaction.js';
import { lockRows } from './undoing.js';

/** @typedef {{ key: string | number, fields: Field[], entry: ChangeEntry, error: AppError | null }} Candidate */

/**
 * Gives changed rows of one table their values back: the fields that were changed, each only if it still has the value that
 * it was given, and only where the actor could make this change by hand.
 *
 * @param {Undoing} undoing @param {Table} table @param {readonly ChangeEntry[]} entries of different rows
 */
export async function revertRows(undoing, table, entries) {
  const { registry } = undoing.context;
  const rows = entries.map((entry) => {
    const key = readKey(registry, table, entry.row_key);
    const fields = fieldsIn(undoing, table, entry);
    return /** @type {Candidate} */ ({ key, fields, entry, error: refusal(undoing, table, fields) });
  });
  const keys = rows.map(({ key }) => key);
  await lockRows(undoing, table, keys);
  await mark(undoing, table, rows);
  await compareLists(undoing, table, rows);
  const good = rows.filter(({ error }) => !error);
  if (good.length > 0) await writeBack(undoing, table, good);
  for (const { key, error } of rows) {
    if (error) undoing.left.push({ table, key, error });
    else undoing.changed++;
  }
}

/** The changed fields that there still are, without those that Plinth sets. @param {Undoing} undoing @param {Table} table @param {ChangeEntry} entry */
function fieldsIn({ context: { registry } }, table, { before, after }) {
  const isIn = (/** @type {Field} */ { id }) => Object.hasOwn(before ?? {}, id) || Object.hasOwn(after ?? {}, id);
  return table.fields.filter(
    (field) => isIn(field) && !field.auto && !field.formula && registry.has('fieldType', field.type),
  );
}

/** What a trigger set when the actor wrote goes back with it. @param {Undoing} undoing @param {Table} table @param {readonly Field[]} fields */
function refusal({ actor, context }, table, fields) {
  const follow = fieldsSetBefore(context.catalog(), table, 'update');
  const forbiddenField = fields.find((field) => !follow.has(field.name) && !writableField(actor, table, field));
  return forbiddenField ? forbidden(phrase`change this row`) : null;
}

/** Rows that the actor may not change as they are now. @param {Undoing} undoing @param {Table} table @param {readonly Candidate[]} rows */
async function mark({ tx, context, actor }, table, rows) {
  const keys = rows.map(({ key }) => key);
  const allowed = await allowedKeys(context, tx, actor, { table, operation: 'update', keys });
  for (const row of rows) if (!allowed.has(String(row.key))) row.error ??= forbidden(phrase`change this row`);
}

/** Lists of keys are in no column, which the statement could compare. @param {Undoing} undoing @param {Table} table @param {readonly Candidate[]} rows */
async function compareLists(undoing, table, rows) {
  const { registry } = undoing.context;
  for (const field of table.fields.filter(({ type }) => registry.has('fieldType', type) && isList(undoing, type))) {
    const touched = rows.filter(({ fields, error }) => !error && fields.includes(field));
    if (touched.length === 0) continue;
    const keys = touched.map(({ key }) => key);
    const lists = await listsOf(/** @type {any} */ (undoing), table, field, keys);
    for (const row of touched) {
      const now = lists.get(String(row.key));
      if (!now) row.error = rowNotFound();
      else if (sorted(now) !== sorted(row.entry.after?.[field.id])) row.error = changedSince();
    }
  }
}

/** @param {Undoing} undoing @param {string} type */
const isList = ({ context: { registry } }, type) => registry.fieldType(type).storage === 'join';

/** @param {unknown} list */
const sorted = (list) => JSON.stringify([list ?? []].flat().map(String).sort());

/**
 * Writes until the rows that may not be as they were are left out.
 *
 * @param {Undoing} undoing @param {Table} table @param {readonly Candidate[]} rows
 */
async function writeBack(undoing, table, rows) {
  const { tx, context, actor, system } = undoing;
  const work = context.work(system, table.name, 'expect');
  for (let open = rows.filter(({ error }) => !error); open.length > 0; open = open.filter(({ error }) => !error)) {
    const sent = open.flatMap((row) => {
      const payload = payloadOf(undoing, table, work, row);
      return payload ? [{ row, payload }] : [];
    });
    if (sent.length === 0) return;
    await tx.query('savepoint reverted');
    const outcomes = await withinTransaction(tx, work)(sent.map(({ payload }) => payload));
    for (const [i, { error }] of outcomes.entries()) {
      if (error && !(error instanceof AppError)) throw error;
      if (error) sent[i].row.error = asReason(/** @type {AppError} */ (error));
    }
    const done = sent.filter(({ row }) => !row.error).map(({ row }) => row);
    const keys = done.map(({ key }) => key);
    const allowed = await allowedKeys(context, tx, actor, { table, operation: 'update', keys });
    const taken = done.filter(({ key }) => !allowed.has(String(key)));
    if (taken.length === 0) return void (await tx.query('release savepoint reverted'));
    await tx.query('rollback to savepoint reverted; release savepoint reverted');
    for (const row of taken) row.error = forbidden(phrase`change this row`);
  }
}

/** @param {Undoing} undoing @param {Table} table @param {ReturnType<Undoing['context']['work']>} work @param {Candidate} row @returns {PayloadRow | null} */
function payloadOf(undoing, table, work, row) {
  const { context } = undoing;
  const { fields, entry } = row;
  const valueIn = (/** @type {Record<string, unknown>} */ image, /** @type {Field} */ { id }) => image?.[id] ?? null;
  const given = Object.fromEntries(fields.map((field) => [field.name, valueIn(entry.before, field)]));
  const { values, problems } = context.read(work, given, 'update');
  if (problems) row.error = inputProblems(problems);
  if (problems) return null;
  const columns = fields.filter(({ type }) => !isList(undoing, type));
  const expected = Object.fromEntries(columns.map((field) => [field.name, valueIn(entry.after, field)]));
  return { k: row.key, v: toPayload(context.registry, table, values), x: expected };
}

/** @param {AppError} error */
const asReason = (error) => (error.code === 'ROW_CONFLICT' ? changedSince() : error);

export const changedSince = () =>
  new AppError('UNDO_CONFLICT', 'Someone has changed this row since', {
    status: 409,
    hint: 'The history of the row shows what it was',
  });
