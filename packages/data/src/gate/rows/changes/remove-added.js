/** @import { AppError as Problem, Table } from '@plinth/plugin' */
/** @import { Undoing } from './undoing.js' */
import { AppError } from '@plinth/plugin';
import { randomUUID } from 'node:crypto';
import { prepare } from '../../../postgres/sql/index.js';
import { createCompilation } from '../compile/compilation.js';
import { whatGoes } from '../deletions/what-goes.js';
import { bindPayload } from '../write/payload.js';
import { withinTransaction } from '../write/within-transaction.js';
import { checkTable } from '../write-rows.js';

/** @typedef {string | number} Key */

/**
 * Deletes rows of one table that a change added, with the rights of the actor. A row that others have come to depend on
 * stays.
 *
 * @param {Undoing} undoing @param {Table} table @param {readonly Key[]} keys
 */
export async function removeAdded(undoing, table, keys) {
  const { actor, left } = undoing;
  try {
    checkTable(actor, table, 'remove');
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    left.push(...keys.map((key) => ({ table, key, error })));
    return;
  }
  await removeFree(undoing, table, keys);
}

/** @param {Undoing} undoing @param {Table} table @param {readonly Key[]} keys */
async function removeFree(undoing, table, keys) {
  if (keys.length === 0) return;
  if (await takesOthers(undoing, table, keys)) {
    if (keys.length === 1) return void undoing.left.push({ table, key: keys[0], error: neededBy() });
    const half = keys.length >> 1;
    await removeFree(undoing, table, keys.slice(0, half));
    return removeFree(undoing, table, keys.slice(half));
  }
  const { tx, context, actor } = undoing;
  const d = actor.change ?? randomUUID();
  const rows = keys.map((k) => ({ k, d }));
  const outcomes = await withinTransaction(tx, context.work(actor, table.name, 'remove'))(rows);
  for (const [i, { error }] of outcomes.entries()) {
    if (error && !(error instanceof AppError)) throw error;
    if (error) undoing.left.push({ table, key: keys[i], error: /** @type {Problem} */ (error) });
    else undoing.removed++;
  }
}

/**
 * Whether rows would go with these, or lose what they point at, whoever may see them.
 *
 * @param {Undoing} undoing @param {Table} table @param {readonly Key[]} keys
 */
async function takesOthers({ tx, context: { catalog, registry }, system }, table, keys) {
  const c = createCompilation({ catalog: catalog(), registry, actor: system });
  const { query, read } = whatGoes(c, table);
  const bound = prepare(query).bind({ ...bindPayload(c.resolvers, system, []), keys: keys.map(String) });
  const { rows } = await tx.query({ text: bound.text, values: bound.values });
  const { deleted, emptied, refusing } = read(rows[0]);
  return deleted.length + emptied.length + refusing.length > 0;
}

const neededBy = () =>
  new AppError('UNDO_CONFLICT', 'Other rows refer to this row by now', {
    status: 409,
    hint: 'Change or delete them first, then delete the row',
  });
