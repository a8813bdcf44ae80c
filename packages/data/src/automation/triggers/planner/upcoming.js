/** @import { Actor, Registry, Table, Values } from '@plinth/plugin' */
/** @import { StoredCatalog } from '../../../catalog/types.d.ts' */
/** @import { Database } from '../../../postgres/database/database.js' */
import { requireAdmin } from '../../../rules/rights/require-admin.js';
import { nextTimes } from './row-times.js';

const SHOWN = 5;

/**
 * When rows would start a trigger that is not saved yet.
 *
 * @param {{ registry: Registry, catalog: () => StoredCatalog, db: Database }} context
 */
export const createUpcoming =
  ({ registry, catalog, db }) =>
  /**
   * The next times, the soonest first, each with how many of the next 1,000 rows reach it then.
   *
   * @param {Actor} actor @param {{ source: string, table: Table, options: Values }} of options: checked
   * @returns {Promise<{ at: Date, rows: number }[]>}
   */
  async (actor, { source, table, options }) => {
    requireAdmin(actor);
    const time = registry.triggerSource(source).rowTime?.(options);
    if (!time) return [];
    const { rows } = await db.query(nextTimes(catalog(), table, time, SHOWN));
    return rows.map((/** @type {Values} */ row) => ({ at: new Date(row.at), rows: row.rows }));
  };
