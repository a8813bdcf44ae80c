/** @import { Catalog, Registry } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
/** @import { Store } from './manage.js' */
import { holdsFile } from '../../catalog/schema/held-files.js';
import { tableSql } from '../../postgres/sql/physical.js';
import { join, k, sql } from '../../postgres/sql/index.js';
import { fileFields } from './readable.js';

/** How long an upload may wait for its form, and a content for its row. */
const DAY = 86_400_000;
const BATCH = 500;

/**
 * Deletes contents without a row, and uploads for a field that no row ever took. Files of rows that undo could bring
 * back stay, since the stored values refer to them.
 *
 * @param {{ db: Database, store: Store, catalog: () => Catalog, registry: Registry, clock: () => Date }} context
 * @returns {() => Promise<{ contents: number, uploads: number }>}
 */
export function createSweep({ db, store, catalog, registry, clock }) {
  return async () => {
    const before = clock().getTime() - DAY;
    await store.sweepDrafts(before);
    return { contents: await sweepContents(db, store, before), uploads: await sweepUploads(before) };
  };

  /** @param {number} before */
  async function sweepUploads(before) {
    const fields = fileFields(catalog(), registry);
    // A field that was removed, or whose plugin is off, may come back with its rows, so its files stay.
    const held = fields.map(
      ({ table, field }) => sql`select from ${tableSql(table)} r where ${holdsFile(table, field, 'r', sql`f.id`)}`,
    );
    if (!held.length) return 0;
    const { rows } = await db.query(sql`delete from plinth.files f
      where f.created_at < ${new Date(before)} and f.field_id = any(${fields.map(({ field }) => field.id)}::uuid[])
        and not exists (select from plinth.row_history h where h.at > now() - interval '30 days'
          and (h.before::text like '%' || f.id || '%' or h.after::text like '%' || f.id || '%'))
        and not ${join(
          held.map((query) => sql`exists (${query})`),
          ' and not ',
        )}
      returning f.id`);
    for (const { id } of rows) await store.remove(id);
    return rows.length;
  }
}

/** @param {Database} db @param {Store} store @param {number} before */
async function sweepContents(db, store, before) {
  let removed = 0;
  /** @type {string[]} */
  let batch = [];
  const flush = async () => {
    const { rows } = await db.query(
      k(k.raw('unnest(?::uuid[]) as id', [batch]))
        .select('id')
        .whereNotExists(k('plinth.files as f').select(k.raw('1')).whereRaw('f.id = id.id')),
    );
    for (const { id } of rows) await store.remove(id);
    removed += rows.length;
    batch = [];
  };
  for await (const id of store.olderThan(before)) if (batch.push(id) >= BATCH) await flush();
  if (batch.length) await flush();
  return removed;
}
