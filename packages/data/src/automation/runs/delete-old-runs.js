/** @import { Database } from '../../postgres/database/database.js' */
import { k } from '../../postgres/sql/index.js';

/** Days that a run is kept. */
const KEEP_DAYS = 30;
/** Rows deleted by one call; the next call deletes further ones. */
const AT_ONCE = 5000;

/**
 * Deletes old runs.
 *
 * @param {Database} db @param {string} table with its schema @param {'done_at' | 'started_at'} since what its age is counted from
 */
export async function deleteOldRuns(db, table, since) {
  const old = k(table).select('id').whereRaw("?? < now() - ? * interval '1 day'", [since, KEEP_DAYS]).limit(AT_ONCE);
  await db.query(k(table).whereIn('id', old).delete());
}
