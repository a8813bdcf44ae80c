/** @import { Work } from '../rows/write/batch.js' */
/** @import { PayloadRow } from '../rows/write/payload.js' */
/** @import { Outcome } from '../rows/write/batch.js' */
/** @import { Transaction } from '../postgres/transaction.js' */
import { isStaleSchema } from '../postgres/index.js';
import { writeBatch, writeOnce } from '../rows/write/batch.js';
import { explainWriteError, isDataError } from '../rows/write/constraint-error.js';

/**
 * Commits each batch on its own; only the invalid rows fail.
 *
 * @param {any} db @param {() => Work} work @param {() => Promise<unknown>} [reload]
 * @returns {(rows: readonly PayloadRow[]) => Promise<Outcome[]>}
 */
export function goodRows(db, work, reload) {
  return async (rows) => {
    try {
      return await writeBatch(db, work(), rows);
    } catch (error) {
      // The schema changed meanwhile: try again with the current Catalog.
      if (!isStaleSchema(error) || !reload) throw error;
      await reload();
      return writeBatch(db, work(), rows);
    }
  };
}

/**
 * Writes within a transaction. A batch that violates a constraint is rolled back to its savepoint and tried in halves,
 * so that each invalid row can be named, although nothing will be committed.
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
      if (rows.length === 1) return [{ error: explainWriteError(error, { ...work, removing: false }) }];
      const half = rows.length >> 1;
      return [...(await write(rows.slice(0, half))), ...(await write(rows.slice(half)))];
    }
  };
}
