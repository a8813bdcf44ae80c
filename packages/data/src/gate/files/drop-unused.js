/** @import { Database } from '../../postgres/database/database.js' */
/** @import { Fragment } from '../../postgres/sql/index.js' */
/** @import { Store } from './manage.js' */
import { k, raw } from '../../postgres/sql/index.js';

/**
 * Takes files back that were stored for rows which then did not come.
 *
 * @param {{ db: Database, store: Store, heldByRows: (alias: string) => Fragment }} context
 * @returns {(ids: readonly string[]) => Promise<void>} removes those that no row holds
 */
export const createDropUnused =
  ({ db, store, heldByRows }) =>
  async (ids) => {
    const unheld = k('plinth.files as f')
      .whereRaw('f.id = any(?::uuid[])', [[...ids]])
      .whereNot(raw(heldByRows('f')))
      .delete()
      .returning('f.id');
    const { rows } = await db.query(unheld);
    for (const { id } of rows) await store.remove(id);
  };
