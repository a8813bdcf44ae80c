/** @import { Database } from '../postgres/database.js' */
import { ident, sql } from '../sql/index.js';

const DAYS = 30;

/**
 * Drops what was kept for undo long enough. One transaction each, so that a stop in between loses nothing.
 *
 * @param {Database} db @param {{ days?: number }} [options]
 * @returns {Promise<string[]>} labels of what was dropped
 */
export async function purgeTrash(db, { days = DAYS } = {}) {
  const isDue = sql`kept_at < now() - make_interval(days => ${days}::int)`;
  const { rows } = await db.query(sql`select name from plinth.trash where ${isDue}`);
  const purged = [];
  for (const { name } of rows) {
    const label = await db.transaction(async (tx) => {
      // Asked again: it may have been brought back and dropped anew, under the same name.
      const due = await tx.query(sql`delete from plinth.trash where name = ${name} and ${isDue} returning label`);
      if (due.rows.length > 0) await tx.query(sql`drop table if exists ${ident('plinth_trash', name)}`);
      return due.rows[0]?.label;
    });
    if (label !== undefined) purged.push(label);
  }
  return purged;
}
