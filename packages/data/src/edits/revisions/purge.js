/** @import { Database } from '../../postgres/database/database.js' */
import { k } from '../../postgres/sql/index.js';

const DAYS = 30;

/**
 * Drops what was kept for undo long enough. One transaction each, so that a stop in between loses nothing.
 *
 * @param {Database} db @param {{ days?: number }} [options]
 * @returns {Promise<string[]>} labels of what was dropped
 */
export async function purgeTrash(db, { days = DAYS } = {}) {
  const due = () => k('plinth.trash').whereRaw('kept_at < now() - make_interval(days => ?::int)', [days]);
  const { rows } = await db.query(due().select('name'));
  const purged = [];
  for (const { name } of rows) {
    const label = await db.transaction(async (tx) => {
      // Asked again: it may have been brought back and dropped anew, under the same name.
      const { rows: dropped } = await tx.query(due().where({ name }).delete('label'));
      if (dropped.length > 0) await tx.query(k.raw('drop table if exists ??', [`plinth_trash.${name}`]));
      return dropped[0]?.label;
    });
    if (label !== undefined) purged.push(label);
  }
  return purged;
}
