/** @import { Table } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
import { bigTables, LARGE } from '../ddl/index-builds.js';
import { sql } from '../../postgres/sql/index.js';

/**
 * @typedef {{ field: string | null, stage: 'reading' | 'rows' | 'indexes' | 'checks' | 'swap', percent: number, stopping: boolean }} RewriteProgress
 *   field: id of the one that is converted; percent: of the rows
 */

/**
 * The conversion of a large table's rows, which an edit waits for.
 *
 * @param {Pick<Database, 'query'>} db
 */
export function createRewrites(db) {
  const ending = new AbortController();
  return { api: rewritesOf(db), signal: ending.signal, close: () => ending.abort() };
}

/** @param {Pick<Database, 'query'>} db */
const rewritesOf = (db) => ({
  /** Whether its rows are converted ahead of an edit. @param {Table} table */
  isLarge: async (table) => (await bigTables(db, [table], LARGE)).size > 0,
  /** How far it is. @param {Table} table @returns {Promise<RewriteProgress | null>} null: there is none */
  async progress(table) {
    const { rows } = await db.query(sql`
      select field_id as field, stage, stopped as stopping, least(100, floor(100.0 * done / greatest(total, 1)))::int as percent
        from plinth.rewrites where table_id = ${table.id}::uuid`);
    return rows[0] ?? null;
  },
  /** It stops within a moment, and leaves everything as it was. @param {Table} table */
  stop: (table) => db.query(sql`update plinth.rewrites set stopped = true where table_id = ${table.id}::uuid`),
});
