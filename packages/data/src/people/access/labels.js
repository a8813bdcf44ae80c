/** @import { Catalog, Table } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
import { tableName } from '../../postgres/sql/physical.js';
import { asKey, k } from '../../postgres/sql/index.js';

/**
 * The table whose key a name in a rule holds: `row.owner`, `row.project.owner`, `user.id`; null if it is not a key.
 *
 * @param {Catalog} catalog @param {Table} table @param {string} name @returns {Table | null}
 */
export function keyTable(catalog, table, name) {
  if (name === 'user.id') return catalog.table('users');
  if (!name.startsWith('row.')) return null;
  /** @type {Table | null} */
  let at = table;
  for (const step of name.split('.').slice(1)) {
    if (step === 'id') return at;
    /** @type {string | null} */
    const target = at?.hasField(step) ? (at.field(step).target ?? null) : null;
    at = target && catalog.hasTable(target) ? catalog.table(target) : null;
    if (!at) return null;
  }
  return at;
}

/**
 * A row's label for admins, since its key says little.
 *
 * @param {Database} db @param {Table} table @param {unknown} key @returns {Promise<string | null>}
 */
export async function labelOfRow(db, table, key) {
  if (key === null || key === undefined) return null;
  const display = table.hasField(table.display) ? table.field(table.display) : null;
  if (!display || display.target || display.formula || display.auto === 'id') return null;
  const { rows } = await db.query(
    k({ t: tableName(table) })
      .select(k.raw('left(??::text, 60) as label', [`t.${display.name}`]))
      .where('t.id', asKey(table, key)),
  );
  return rows[0]?.label || null;
}
