/** @import { Catalog, Table } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
import { sql } from '../../postgres/sql/index.js';

/**
 * What was deleted together with a row.
 *
 * @typedef {object} Together
 * @property {number} rows of this table that went with the same row; 1 for a row that was deleted itself
 * @property {{ table: string, key: string, title: unknown } | null} takenBy the row that it was deleted with, if that
 * is still deleted
 * @property {{ table: string, count: number }[]} took rows of other tables that were deleted with it, at most TOLD each
 */

/** The highest count that is shown. */
export const TOLD = 1000;

/**
 * @param {Database} db @param {Catalog} catalog @param {Table} table @param {any} query the table's entries
 * @param {{ limit: number, before: string | null }} range
 * @returns {Promise<{ entry: any, together: Together }[]>}
 */
export async function deletedList(db, catalog, table, query, { limit, before }) {
  query
    .select('h.row_key', 'h.taken_by')
    .where('h.operation', 'delete')
    .whereRaw(
      `not exists (select from plinth.row_history later
                    where later.table_id = h.table_id and later.row_key = h.row_key and later.id > h.id)`,
    )
    // The first of the rows that were deleted together stands for all.
    .whereRaw(
      `(h.taken_by is null or not exists (select from plinth.row_history f
                    where f.taken_by = h.taken_by and f.table_id = h.table_id and f.operation = 'delete' and f.id < h.id
                      and not exists (select from plinth.row_history later
                        where later.table_id = f.table_id and later.row_key = f.row_key and later.id > f.id)))`,
    )
    .limit(limit);
  if (before !== null) query.where('h.id', '<', before);
  const { rows: found } = await db.query(query);
  const roots = found.map((entry) => entry.taken_by ?? entry.id);
  const [counts, takers] = await Promise.all([countTaken(db, roots), takenBy(db, catalog, found)]);
  return found.map((entry) => {
    const all = counts.get(entry.taken_by ?? entry.id) ?? [];
    const mine = all.find(({ table: id }) => id === table.id);
    const others = all.flatMap(({ table: id, count }) => {
      const other = catalog.tables.find((one) => one.id === id);
      return other && (other.id !== table.id || entry.taken_by === null) ? [{ table: other.name, count }] : [];
    });
    return {
      entry,
      together: {
        rows: entry.taken_by === null ? 1 : (mine?.count ?? 1),
        takenBy: takers.get(entry.taken_by) ?? null,
        took: entry.taken_by === null ? others : [],
      },
    };
  });
}

/** @param {Database} db @param {string[]} roots @returns {Promise<Map<string, { table: string, count: number }[]>>} */
async function countTaken(db, roots) {
  const { rows } = await db.query(sql`
    select r.id, c.table_id as table, count(*)::int as count
      from unnest(${[...new Set(roots)]}::uuid[]) r(id)
      join lateral (
        select h.table_id from plinth.row_history h
        where h.taken_by = r.id and h.operation = 'delete'
          and not exists (select from plinth.row_history later
            where later.table_id = h.table_id and later.row_key = h.row_key and later.id > h.id)
        limit ${TOLD * 4}
      ) c on true
     group by r.id, c.table_id
     order by r.id, count(*) desc, c.table_id`);
  /** @type {Map<string, { table: string, count: number }[]>} */
  const counts = new Map();
  for (const { id, table, count } of rows) counts.set(id, [...(counts.get(id) ?? []), { table, count }]);
  return counts;
}

/** @param {Database} db @param {Catalog} catalog @param {any[]} found */
async function takenBy(db, catalog, found) {
  const ids = [...new Set(found.flatMap(({ taken_by: id }) => (id === null ? [] : [id])))];
  /** @type {Map<string | null, NonNullable<Together['takenBy']>>} */
  const takers = new Map();
  if (ids.length === 0) return takers;
  const { rows } = await db.query(sql`
    select h.id, h.table_id, h.row_key, h.before from plinth.row_history h
     where h.id = any(${ids}::uuid[]) and not exists (select from plinth.row_history later
       where later.table_id = h.table_id and later.row_key = h.row_key and later.id > h.id)`);
  for (const { id, table_id: tableId, row_key: key, before } of rows) {
    const table = catalog.tables.find((one) => one.id === tableId);
    const display = table?.fields.find(({ name }) => name === table.display);
    if (table) takers.set(id, { table: table.name, key, title: (display && before?.[display.id]) ?? null });
  }
  return takers;
}
