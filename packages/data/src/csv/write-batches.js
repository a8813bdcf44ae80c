/** @import { Work } from '../rows/write/batch.js' */
/** @import { PayloadRow } from '../rows/write/payload.js' */
/** @import { Outcome } from '../rows/write/batch.js' */
import { isStaleSchema } from '../postgres/index.js';
import { writeBatch } from '../rows/write/batch.js';

/**
 * Commits each batch on its own; only the invalid rows fail.
 *
 * @param {any} db @param {() => Work} work @param {() => Promise<unknown>} [reload]
 * @returns {(rows: readonly PayloadRow[]) => Promise<Outcome[]>}
 */
export function goodRows(db, work, reload) {
  return async (rows) => {
    try {
      return await writeBatch(db, work(), rows);
    } catch (error) {
      // The schema changed meanwhile: try again with the current Catalog.
      if (!isStaleSchema(error) || !reload) throw error;
      await reload();
      return writeBatch(db, work(), rows);
    }
  };
}
