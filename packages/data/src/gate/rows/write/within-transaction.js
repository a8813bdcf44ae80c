/** @import { Transaction } from '../../../postgres/database/transaction.js' */
/** @import { Outcome, Work } from './batch.js' */
/** @import { PayloadRow } from './payload.js' */
import { isStaleSchema } from '../../../postgres/database/index.js';
import { writeOnce } from './batch.js';
import { explainWriteError, isDataError } from './constraint-error.js';

/**
 * Writes within a transaction. A batch that violates a constraint is rolled back to its savepoint and retried in
 * halves, so that each offending row is reported, although nothing will be kept.
 *
 * @param {Transaction} tx @param {Work} work
 * @returns {(rows: readonly PayloadRow[]) => Promise<Outcome[]>}
 */
export function withinTransaction(tx, work) {
  /** @param {readonly PayloadRow[]} rows @returns {Promise<Outcome[]>} */
  return async function write(rows) {
    await tx.query('savepoint batch');
    try {
      const outcomes = await writeOnce(tx, work, rows, { named: false });
      await tx.query('release savepoint batch');
      return outcomes;
    } catch (error) {
      if (!isDataError(error) || isStaleSchema(error)) throw error;
      await tx.query('rollback to savepoint batch; release savepoint batch');
      if (rows.length === 1)
        return [{ error: explainWriteError(error, { ...work, removing: work.kind === 'remove' }) }];
      const half = rows.length >> 1;
      return [...(await write(rows.slice(0, half))), ...(await write(rows.slice(half)))];
    }
  };
}
