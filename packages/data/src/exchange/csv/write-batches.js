/** @import { Work } from '../../gate/rows/write/batch.js' */
/** @import { NamedRow } from './prepare-lines.js' */
/** @import { PayloadRow } from '../../gate/rows/write/payload.js' */
/** @import { Outcome } from '../../gate/rows/write/batch.js' */
/** @import { SameTable } from '../../catalog/model/same-table.js' */
/** @import { WriteContext } from '../../gate/rows/write-rows.js' */
import { isStaleSchema } from '../../postgres/database/index.js';
import { writeBatch } from '../../gate/rows/write/batch.js';
import { withinTransaction } from '../../gate/rows/write/within-transaction.js';

/** How often something is tried again that a change of the schema came in between: several may come one after the other. */
export const MOST_TRIES = 5;

/**
 * Commits each batch on its own; only the invalid rows fail. Rows get the names of today.
 *
 * @param {{ db: any, reload?: () => Promise<unknown>, context: WriteContext, same: SameTable }} on @param {() => Work} work
 * @returns {(rows: readonly NamedRow[]) => Promise<Outcome[]>}
 */
export function goodRows({ db, reload, context, same }, work) {
  /** @param {readonly NamedRow[]} rows */
  const write = async (rows) => {
    const now = { ...work(), tellsStale: true };
    const sent = namesNow(same, now, rows);
    const send = (/** @type {Work} */ what, /** @type {readonly PayloadRow[]} */ some) => writeBatch(db, what, some);
    return context.isJudged(now) ? context.writeJudged(now, sent, { write: send }) : send(now, sent);
  };
  return async (rows) => {
    const outcomes = await write(rows);
    for (let tries = 1; ; tries++) {
      const late = outcomes.flatMap(({ error }, at) => (isStaleSchema(error) ? [at] : []));
      if (late.length === 0) return outcomes;
      if (!reload || tries > MOST_TRIES) throw outcomes[late[0]].error;
      // The schema changed meanwhile: what it kept from being written is written with the current Catalog.
      await reload();
      const again = await write(late.map((at) => rows[at]));
      for (const [i, at] of late.entries()) outcomes[at] = again[i];
    }
  };
}

/** @param {SameTable} same @param {Work} work @param {readonly NamedRow[]} rows @returns {readonly PayloadRow[]} */
const namesNow = (same, { table }, rows) =>
  rows.map(({ named, ...row }) => ({ ...row, v: same.renamed(named, table, row.v ?? {}) }));

/**
 * Writes within the transaction of the whole import.
 *
 * @param {{ tx: import('../../postgres/database/transaction.js').Transaction, context: WriteContext, same: SameTable }} on @param {Work} work
 * @returns {(rows: readonly NamedRow[]) => Promise<Outcome[]>}
 */
export function allRows({ tx, context, same }, work) {
  const send = (/** @type {Work} */ what, /** @type {readonly PayloadRow[]} */ rows) =>
    withinTransaction(tx, what)(rows);
  return (rows) => {
    const sent = namesNow(same, work, rows);
    return context.isJudged(work) ? context.writeJudged(work, sent, { tx, write: send }) : send(work, sent);
  };
}
