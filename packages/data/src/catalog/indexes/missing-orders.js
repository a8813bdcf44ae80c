/** @import { Registry } from '@plinth/plugin' */
/** @import { StoredCatalog } from '../types.d.ts' */
/** @import { Database } from '../../postgres/database/database.js' */
import { physicalModel } from '../ddl/model.js';
import { COMMON_ORDER, textOrderOf } from '../../postgres/sql/text-order.js';
import { sql } from '../../postgres/sql/index.js';

/**
 * Leaves to be built what lists in the site's language are sorted by, where it is not there: a database of a version that
 * sorted all languages alike. Until then, lists are sorted without an index.
 *
 * @param {{ db: Database, registry: Registry, catalog: () => StoredCatalog }} context
 * @returns {Promise<number>} how many
 */
export async function noteMissingOrders({ db, registry, catalog }) {
  const order = textOrderOf(catalog().settings.locale);
  if (order === COMMON_ORDER) return 0;
  const wanted = [...physicalModel(catalog(), registry).tables.values()].flatMap(({ id, indexes }) =>
    [...indexes].flatMap(([name, index]) => ('order' in index ? [{ name, table: id }] : [])),
  );
  if (wanted.length === 0) return 0;
  const { rowCount } = await db.query(sql`
    insert into plinth.index_builds (name, table_id)
    select w.name, w.table_id
      from unnest(${wanted.map(({ name }) => name)}::text[], ${wanted.map(({ table }) => table)}::uuid[]) as w(name, table_id)
     where not exists (
             select from pg_class c
               join pg_index i on i.indexrelid = c.oid
              where c.relnamespace = 'app'::regnamespace and c.relname = w.name
                and to_regcollation(${`plinth.${order}`}) = any (i.indcollation::oid[]))
    on conflict (name) do nothing`);
  return rowCount ?? 0;
}
