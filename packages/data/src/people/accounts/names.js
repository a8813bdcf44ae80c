/** @import { Database } from '../../postgres/database/database.js' */
import { k } from '../../postgres/sql/index.js';

/**
 * Names of people whom readable rows refer to: anybody who may see such a row may know who is meant.
 *
 * @param {Pick<Database, 'query'>} db
 * @returns {(ids: readonly string[]) => Promise<Map<string, string>>} by id; without people who are gone
 */
export const createNames = (db) => async (ids) => {
  if (ids.length === 0) return new Map();
  const { rows } = await db.query(
    k('plinth.users')
      .select('id', 'name')
      .whereRaw('id = any(?::uuid[])', [[...ids]]),
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
};
