/** @import { Catalog } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
import { sql } from '../../postgres/sql/index.js';

const DAY_MS = 86_400_000;
/** Every import can be undone for so long, also into a table without a history. */
const LEAST_DAYS = 1;
/** Imports per statement, and per run: the next run goes on. */
const CHUNK = 20;
const MOST = 2000;
/** Of a table that was removed: it may still come back with an undo. */
const REMOVED_DAYS = 90;

/**
 * Forgets imports that are older than the history of their table: they can no longer be undone.
 *
 * @param {{ db: Database, catalog: () => Catalog, clock: () => Date }} context
 * @returns {Promise<number>} how many
 */
export async function sweepImports({ db, catalog, clock }) {
  const now = clock().getTime();
  const { tables } = catalog();
  const before = (/** @type {number} */ days) => new Date(now - days * DAY_MS).toISOString();
  const limits = tables.flatMap(({ id, historyDays }) =>
    historyDays === null ? [] : [{ id, before: before(Math.max(historyDays, LEAST_DAYS)) }],
  );
  const known = tables.map(({ id }) => id);
  let swept = 0;
  for (let deleted = CHUNK; deleted === CHUNK && swept < MOST; swept += deleted) {
    const { rowCount } = await db.query(sql`
      delete from plinth.imports where id in (
        select i.id from plinth.imports i
          left join jsonb_to_recordset(${JSON.stringify(limits)}::jsonb) l(id uuid, before timestamptz) on l.id = i.table_id
          where i.started_at < l.before
            or i.started_at < ${before(REMOVED_DAYS)}::timestamptz and not i.table_id = any (${known}::uuid[])
          order by i.started_at limit ${CHUNK})`);
    deleted = rowCount ?? 0;
  }
  return swept;
}
