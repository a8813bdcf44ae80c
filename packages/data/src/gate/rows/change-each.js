import { AppError } from '@plinth/plugin';
import { rowNotFound } from '../../postgres/errors/row-errors.js';
import { readKey } from '../../catalog/schema/key.js';
import { inputProblems } from './write/field-problem.js';
import { toPayload } from './write/payload.js';
import { withinTransaction } from './write/within-transaction.js';
import { checkTable } from './write-rows.js';

/** @import { Actor } from '@plinth/plugin' */
/** @import { Transaction } from '../../postgres/database/transaction.js' */
/** @import { Outcome, Work } from './write/batch.js' */
/** @import { PayloadRow } from './write/payload.js' */
/** @import { ManyResult, Values, WriteContext } from './write-rows.js' */
/** @typedef {{ id: string | number, row: PayloadRow } | { id: string | number, error: AppError }} Change */

/**
 * Sets values that are made from what each row holds. The rows are locked before they are read, so that of several changes at
 * once none undoes another; a row that is refused does not affect the others.
 *
 * @param {{ write: WriteContext, within: ReturnType<typeof import('./within.js').createWithin> }} context
 */
export function createChangeEach({ write, within }) {
  const { registry } = write;

  /**
   * @param {Actor} actor @param {string} table @param {readonly (string | number)[]} ids at most 500
   * @param {{ fields: readonly string[], make: (row: Record<string, unknown>) => Values | null }} how fields: those that `make` reads;
   *   null: the row stays as it is
   * @returns {Promise<ManyResult>} a row that the actor can't see is among the errors
   */
  return (actor, table, ids, { fields, make }) =>
    within(async (gate) => {
      const work = write.work(actor, table, 'update');
      checkTable(actor, work.table, 'update');
      await gate.hold(actor, table, ids);
      const where = { field: 'id', op: /** @type {const} */ ('in'), value: { param: 'ids' } };
      const select = ['id', ...fields].map((field) => ({ as: field, field }));
      const spec = { table, select, where, limit: ids.length };
      const [{ rows }] = await gate.select(actor, [{ spec, params: { ids: [...ids] } }]);
      const found = new Map(rows.map((row) => [String(row.id), row]));
      const changes = ids.flatMap((id) => {
        const row = found.get(String(id));
        if (!row) return [{ id, error: rowNotFound() }];
        const values = make(row);
        return values === null ? [] : [changeOf(work, id, values)];
      });
      return resultOf(changes, await send(gate.tx, work, changes));
    });

  /** @param {Work} work @param {string | number} id @param {Values} given @returns {Change} */
  function changeOf(work, id, given) {
    const { values, problems } = write.read(work, given, 'update');
    if (problems) return { id, error: inputProblems(problems) };
    return { id, row: { k: readKey(registry, work.table, id), v: toPayload(registry, work.table, values) } };
  }

  /** @param {Transaction} tx @param {Work} work @param {readonly Change[]} changes @returns {Promise<Outcome[]>} */
  async function send(tx, work, changes) {
    const rows = changes.flatMap((change) => ('row' in change ? [change.row] : []));
    if (rows.length === 0) return [];
    const writeIn = (/** @type {Work} */ what, /** @type {readonly PayloadRow[]} */ some) =>
      withinTransaction(tx, what)(some);
    return write.isJudged(work) ? write.writeJudged(work, rows, { tx, write: writeIn }) : writeIn(work, rows);
  }
}

/** @param {readonly Change[]} changes @param {Outcome[]} outcomes of those that were sent, in order */
function resultOf(changes, outcomes) {
  /** @type {ManyResult} */
  const result = { done: [], errors: [] };
  const waiting = [...outcomes];
  for (const [index, change] of changes.entries()) {
    const outcome = 'row' in change ? /** @type {Outcome} */ (waiting.shift()) : change;
    if ('row' in outcome && outcome.row) result.done.push(outcome.row);
    else if (outcome.error instanceof AppError) result.errors.push({ index, id: change.id, error: outcome.error });
    else throw outcome.error;
  }
  return result;
}
