/** @import { Values } from '@plinth/plugin' */
import { rightsKey } from '../../../rules/rights/index.js';
import { Failed, createBatchQueue, createBatchQueues } from '../coalesce/batch-queue.js';
import { writeBatch } from './batch.js';

/** @import { Database } from '../../../postgres/database/database.js' */
/** @import { Work } from './batch.js' */
/** @import { PayloadRow } from './payload.js' */

/** One batch at a time, because a second one would compete for the same disk. Its size is limited to save memory. */
const LIMITS = { atOnce: 1, most: 200, mostBytes: 1_000_000 };

/**
 * Batches writes of single rows: those of the same table and kind by actors with the same rights share a statement. Each
 * row is checked against its own actor's user. With row-level security a statement carries one user's rows only.
 *
 * @param {Database} db
 */
export function createWriteOne(db) {
  const queueOf = /** @type {ReturnType<typeof createBatchQueues<PayloadRow, Record<string, unknown>>>} */ (
    createBatchQueues()
  );

  /** @param {Work} work @param {PayloadRow} row @returns {Promise<Values>} */
  return function writeOne(work, row) {
    const { actor, catalog, table, kind, rowSecurity, isCaused } = work;
    // Policies and triggers know one user per statement, and triggers what led to it.
    const cause = isCaused && actor.chain ? ` ${actor.chain.join()}` : '';
    const person = rowSecurity || isCaused ? ` | ${actor.userId}${cause}` : '';
    const queue = queueOf(catalog, `${kind} ${table.id} ${rightsKey(actor)}${person}`, () =>
      createBatchQueue((rows) => db.fairness.forEverybody(() => writeAll(db, work, rows)), LIMITS),
    );
    row.actor = actor;
    return queue.add(row, { key: row.k, size: sizeOf(row) });
  };
}

/** @param {Database} db @param {Work} work @param {PayloadRow[]} rows */
async function writeAll(db, work, rows) {
  const outcomes = await writeBatch(db, work, rows);
  return outcomes.map((outcome) => outcome.row ?? new Failed(outcome.error));
}

/** The approximate length of a row as JSON. @param {PayloadRow} row */
function sizeOf({ v = {} }) {
  let size = 0;
  for (const value of Object.values(v)) {
    if (typeof value === 'string') size += value.length;
    else if (typeof value === 'object' && value !== null) size += JSON.stringify(value).length;
  }
  return size;
}
