/** @import { Database } from '../postgres/database.js' */

/** With asynchronous commits the log may be flushed later than the answer; then its end counts. */
const LOG_END = {
  name: 'plinth_end_of_log',
  text: `select (case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
                      else pg_current_wal_flush_lsn() end - '0/0'::pg_lsn)::text as position`,
  values: [],
};

/** Where the write-ahead log ends now: all commits that were answered lie before. @param {Database} db */
export async function askLogEnd(db) {
  const { rows } = await db.query(LOG_END);
  return BigInt(rows[0].position);
}
