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
  const { rows } = await db.query(
    sql`select name, label from plinth.trash where kept_at < now() - make_interval(days => ${days}::int)`,
  );
  for (const { name } of rows) {
    await db.transaction(async (tx) => {
      await tx.query(sql`delete from plinth.trash where name = ${name}`);
      await tx.query(sql`drop table if exists ${ident('plinth_trash', name)}`);
    });
  }
  return rows.map((row) => row.label);
}
