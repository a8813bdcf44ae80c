/** @import { Actor, Catalog, Registry, Row } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
/** @import { Fragment } from '../../postgres/sql/index.js' */
/** @import { StoredFile } from './index.js' */
import { holdsFile } from '../../catalog/schema/held-files.js';
import { tableSql } from '../../postgres/sql/physical.js';
import { asUuid, join, k, raw, sql, toStatement } from '../../postgres/sql/index.js';
import { admin } from './folders.js';
import { fileFields } from './readable.js';

const MOST = 200;

/**
 * Where a file is: in a row, in none although it was uploaded for one, or in a folder of its own.
 *
 * @typedef {{ table: string, field: string, key: string | number }} Holder
 * @typedef {StoredFile & { holders: Holder[], isOrphan: boolean }} PlacedFile holders: at most one of each field
 */

/**
 * All uploads with the rows that hold them, for admins.
 *
 * @param {{ db: Database, catalog: () => Catalog, registry: Registry, columns: Fragment, record: (row: Row) => StoredFile }} context
 */
export function createListAll({ db, catalog, registry, columns, record }) {
  /** @param {readonly StoredFile[]} files @returns {Promise<Map<string, Holder[]>>} */
  async function holdersOf(files) {
    const ids = files.map(({ id }) => id);
    const fields = fileFields(catalog(), registry);
    if (ids.length === 0 || fields.length === 0) return new Map();
    const parts = fields.map(({ table, field }, i) => {
      // Through the index of the field, a row for each file.
      return sql`select f.id as file, ${i}::int as field, to_jsonb(h.id) as key from unnest(${ids}::uuid[]) f(id)
        cross join lateral (select r.id from ${tableSql(table)} r where ${holdsFile(table, field, 'r', sql`f.id`)} order by r.id limit 1) h`;
    });
    const { rows } = await db.query(toStatement(join(parts, ' union all ')));
    const found = Map.groupBy(rows, ({ file }) => file);
    return new Map([...found].map(([file, held]) => [file, held.map(({ field: i, key }) => holder(fields[i], key))]));
  }

  return {
    /**
     * The newest uploads first, of all folders and rows.
     *
     * @param {Actor} actor @param {{ after?: string, limit?: number }} [options] after: `next` of the previous page
     * @returns {Promise<{ files: PlacedFile[], next: string | null }>}
     * @throws {import('@plinth/plugin').AppError} FORBIDDEN
     */
    async listAll(actor, { after, limit = 50 } = {}) {
      admin(actor);
      const most = Math.min(Math.max(Math.trunc(limit), 1), MOST);
      // Ids begin with their time.
      const query = k('plinth.files as f')
        .select(raw(columns))
        .orderBy('f.id', 'desc')
        .limit(most + 1);
      const last = asUuid(after ?? '');
      if (last) query.where('f.id', '<', last);
      const { rows } = await db.query(query);
      const files = rows.slice(0, most).map(record);
      const holders = await holdersOf(files);
      return {
        files: files.map((file) => {
          const held = holders.get(file.id) ?? [];
          return { ...file, holders: held, isOrphan: file.fieldId !== null && held.length === 0 };
        }),
        next: rows.length > most ? files[files.length - 1].id : null,
      };
    },
  };
}

/** @param {ReturnType<typeof fileFields>[number]} place @param {string | number} key @returns {Holder} */
const holder = ({ table, field }, key) => ({ table: table.name, field: field.name, key });
