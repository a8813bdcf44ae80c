/** @import { Work } from '../../gate/rows/write/batch.js' */
/** @import { PayloadRow } from '../../gate/rows/write/payload.js' */
/** @import { Outcome } from '../../gate/rows/write/batch.js' */
/** @import { WriteContext } from '../../gate/rows/write-rows.js' */
import { isStaleSchema } from '../../postgres/database/index.js';
import { writeBatch } from '../../gate/rows/write/batch.js';
import { withinTransaction } from '../../gate/rows/write/within-transaction.js';

/**
 * Commits each batch on its own; only the invalid rows fail.
 *
 * @param {{ db: any, reload?: () => Promise<unknown>, context: WriteContext }} on @param {() => Work} work
 * @returns {(rows: readonly PayloadRow[]) => Promise<Outcome[]>}
 */
export function goodRows({ db, reload, context }, work) {
  /** @param {readonly PayloadRow[]} rows */
  const write = async (rows) => {
    const now = work();
    const send = (/** @type {Work} */ what, /** @type {readonly PayloadRow[]} */ some) => writeBatch(db, what, some);
    return context.isJudged(now) ? context.writeJudged(now, rows, { write: send }) : send(now, rows);
  };
  return async (rows) => {
    try {
      return await write(rows);
    } catch (error) {
      // The schema changed meanwhile: try again with the current Catalog.
      if (!isStaleSchema(error) || !reload) throw error;
      await reload();
      return write(rows);
    }
  };
}

/**
 * Writes within the transaction of the whole import.
 *
 * @param {import('../../postgres/database/transaction.js').Transaction} tx @param {Work} work @param {WriteContext} context
 * @returns {(rows: readonly PayloadRow[]) => Promise<Outcome[]>}
 */
export function allRows(tx, work, context) {
  const send = (/** @type {Work} */ what, /** @type {readonly PayloadRow[]} */ rows) =>
    withinTransaction(tx, what)(rows);
  return (rows) => (context.isJudged(work) ? context.writeJudged(work, rows, { tx, write: send }) : send(work, rows));
}
