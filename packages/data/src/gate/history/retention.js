/** @import { Catalog, Table } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
import { sql } from '../../postgres/sql/index.js';

const DAY_MS = 86_400_000;
/** Entries deleted per statement, and at most per run: the next run continues. */
const CHUNK = 5000;
const MOST = 500_000;
/** Up to this many entries, a history is counted and measured; a larger one is estimated. */
const WEIGHED = 10_000;

/** How large a table's history is. @typedef {{ entries: number, bytes: number, exact: boolean }} HistorySize */

/** @param {{ db: Database, catalog: () => Catalog, clock: () => Date }} context */
export function createRetention({ db, catalog, clock }) {
  return {
    /** @param {Pick<Table, 'id'>} table @returns {Promise<HistorySize>} */
    async size({ id }) {
      const { rows } = await db.query(sql`
        select count(*)::int as entries, coalesce(sum(pg_column_size(h.*)), 0)::float8 as bytes
          from (select * from plinth.row_history where table_id = ${id} limit ${WEIGHED + 1}) h`);
      const [{ entries, bytes }] = rows;
      if (entries <= WEIGHED) return { entries, bytes, exact: true };
      const plan = await db.query(sql`explain (format json) select from plinth.row_history where table_id = ${id}`);
      const estimate = Math.max(entries, plan.rows[0]['QUERY PLAN'][0].Plan['Plan Rows']);
      return { entries: estimate, bytes: (bytes / entries) * estimate, exact: false };
    },

    /** Deletes entries older than their table's limit. @returns {Promise<number>} how many entries */
    async sweep() {
      let swept = 0;
      for (const { id, historyDays } of catalog().tables) {
        if (historyDays === null) continue;
        const oldest = firstIdAt(clock().getTime() - historyDays * DAY_MS);
        for (let deleted = CHUNK; deleted === CHUNK && swept < MOST; swept += deleted)
          deleted = await deleteBefore(db, id, oldest);
      }
      return swept;
    },
  };
}

/** @param {Database} db @param {string} table @param {string} oldest */
async function deleteBefore(db, table, oldest) {
  const { rowCount } = await db.query(sql`
    delete from plinth.row_history where id in (
      select id from plinth.row_history where table_id = ${table} and id < ${oldest}::uuid order by id limit ${CHUNK})`);
  return rowCount ?? 0;
}

/** The smallest uuid of version 7 of that time. @param {number} ms */
function firstIdAt(ms) {
  const time = Math.max(0, Math.trunc(ms)).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}
