/** @import { Table } from '@plinth/plugin' */
/** @import { Transaction } from '../../postgres/database/transaction.js' */
/** @typedef {{ query: (query: any) => Promise<{ rows: any[] }> }} On */
import { indexName } from '../../postgres/sql/physical.js';
import { k, sql } from '../../postgres/sql/index.js';

/** From this many rows on, an index is built without blocking writers. */
export const BIG = 10_000;
/** From this many on, values are converted and checked without blocking anybody. */
export const LARGE = 50_000;

/**
 * Which tables are big, by the planner's own estimate: rows per page at the last analysis times the current pages; for
 * a table that was never analyzed, rows of 100 bytes.
 *
 * @param {On} on @param {readonly Table[]} tables @param {number} [rows] from how many on
 * @returns {Promise<Set<string>>} ids of big tables
 */
export async function bigTables(on, tables, rows = BIG) {
  const sizes = await tableSizes(on, tables);
  return new Set([...sizes].flatMap(([id, count]) => (count >= rows ? [id] : [])));
}

/**
 * About how many rows tables have.
 *
 * @param {On} on @param {readonly Table[]} tables @returns {Promise<Map<string, number>>} by id
 */
export async function tableSizes(on, tables) {
  if (tables.length === 0) return new Map();
  const { rows } = await on.query(sql`
    select c.relname as name, pg_relation_size(c.oid) / 8192.0
           * case when c.relpages > 0 and c.reltuples > 0 then c.reltuples / c.relpages else 80 end as rows
      from pg_class c
     where c.relnamespace = 'app'::regnamespace and c.relkind = 'r' and c.relname = any (${tables.map(({ name }) => name)}::text[])`);
  const sizes = new Map(rows.map((row) => [row.name, Math.round(Number(row.rows))]));
  return new Map(tables.flatMap(({ id, name, system }) => (system ? [] : [[id, sizes.get(name) ?? 0]])));
}

/** Whether the database supports search indexes. @param {On} on @returns {Promise<boolean>} */
export async function hasTrigrams(on) {
  const { rows } = await on.query(`
    select exists (select from pg_opclass o where o.opcname = 'gin_trgm_ops' and pg_opclass_is_visible(o.oid)) as there`);
  return rows[0].there;
}

/**
 * Cancels builds on these tables, so that an edit gets their locks; the builder starts again later.
 *
 * @param {string[]} tables ids
 */
export const stopBuilds = (tables) =>
  k('plinth.index_builds as b')
    .join('pg_stat_activity as a', (on) => on.on('a.pid', 'b.pid').andOn('a.datname', k.raw('current_database()')))
    .select(k.raw('pg_cancel_backend(a.pid)'))
    .whereIn('b.table_id', tables)
    .whereLike('a.query', 'create index concurrently%');

/**
 * The indexes of a table that are not built yet: why, and their progress.
 *
 * @param {On} on @param {Table} table
 * @returns {Promise<Map<string, { state: 'building' | 'failed', error: string | null, percent: number | null }>>} by
 *   index id
 */
export async function unbuiltIndexes(on, table) {
  const { rows } = await on.query(
    k('plinth.index_builds as b')
      .leftJoin('pg_stat_progress_create_index as p', (on) =>
        on.on('p.pid', 'b.pid').andOn('p.datname', k.raw('current_database()')),
      )
      .select('b.name', 'b.error', {
        percent: k.raw('floor(100.0 * p.blocks_done / nullif(p.blocks_total, 0))::int'),
      })
      .where('b.table_id', table.id),
  );
  const byName = new Map(rows.map((row) => [row.name, row]));
  return new Map(
    table.indexes.flatMap((index) => {
      const found = byName.get(indexName(index));
      if (!found) return [];
      const { error, percent } = found;
      const state = /** @type {'building' | 'failed'} */ (error === null ? 'building' : 'failed');
      return [[index.id, { state, error, percent }]];
    }),
  );
}
