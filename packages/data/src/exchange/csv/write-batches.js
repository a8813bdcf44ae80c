/** @import { Work } from '../../gate/rows/write/batch.js' */
/** @import { NamedRow } from './prepare-lines.js' */
/** @import { PayloadRow } from '../../gate/rows/write/payload.js' */
/** @import { Outcome } from '../../gate/rows/write/batch.js' */
/** @import { SameTable } from '../../catalog/model/same-table.js' */
/** @import { WriteContext } from '../../gate/rows/write-rows.js' */
/** @import { Transaction } from '../../postgres/database/transaction.js' */
import { isStaleSchema } from '../../postgres/database/index.js';
import { writeBatch, writeOnce } from '../../gate/rows/write/batch.js';
import { isDataError } from '../../gate/rows/write/constraint-error.js';
import { withinTransaction } from '../../gate/rows/write/within-transaction.js';

/** How often something is tried again that a change of the schema came in between: several may come one after the other. */
export const MOST_TRIES = 5;
/** Rows that share a savepoint, and are kept until it is over. */
const MOST_TOGETHER = 10_000;
/** As many batches at most: rows are kept until the savepoint is released, and large ones come in small batches. */
const MOST_BATCHES = 16;

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
  rows.map((row) => {
    const v = same.renamed(row.named, table, row.v ?? {});
    return v === row.v ? row : { ...row, v };
  });

/**
 * Writes within the transaction of the whole import.
 *
 * @param {{ tx: Transaction, context: WriteContext, same: SameTable }} on @param {Work} work
 * @returns {(rows: readonly NamedRow[]) => Promise<Outcome[]>}
 */
export function allRows({ tx, context, same }, work) {
  const send = withFewSavepoints(tx);
  return (rows) => {
    const sent = namesNow(same, work, rows);
    return context.isJudged(work) ? context.writeJudged(work, sent, { tx, write: send }) : send(work, sent);
  };
}

/**
 * Batches that go in without a savepoint of their own, until one fails: what follows the log of PostgreSQL reads up to
 * 4,096 changes of each savepoint back into memory at once (MAX_CHANGES_IN_MEMORY of its reorderbuffer.c), which is all of
 * them where each batch has one.
 *
 * @param {Transaction} tx @returns {(work: Work, rows: readonly PayloadRow[]) => Promise<Outcome[]>}
 */
function withFewSavepoints(tx) {
  /** Written since the savepoint. @type {{ work: Work, rows: readonly PayloadRow[] }[]} */
  let written = [];
  let hasFailed = false;

  /** @param {Work} work @param {readonly PayloadRow[]} rows */
  async function send(work, rows) {
    if (written.length === 0) await tx.query('savepoint batches');
    const outcomes = await writeOnce(tx, work, rows, { named: false });
    written.push({ work, rows });
    const count = written.reduce((sum, one) => sum + one.rows.length, 0);
    if (count >= MOST_TOGETHER || written.length >= MOST_BATCHES) {
      await tx.query('release savepoint batches');
      written = [];
    }
    return outcomes;
  }

  return async (work, rows) => {
    if (hasFailed) return withinTransaction(tx, work)(rows);
    try {
      return await send(work, rows);
    } catch (error) {
      if (!isDataError(error) || isStaleSchema(error)) throw error;
      hasFailed = true;
    }
    await tx.query('rollback to savepoint batches; release savepoint batches');
    // Nothing will be kept, but later rows are compared with these: of two that are the same, the second is wrong.
    for (const before of written) await withinTransaction(tx, before.work)(before.rows);
    return withinTransaction(tx, work)(rows);
  };
}
