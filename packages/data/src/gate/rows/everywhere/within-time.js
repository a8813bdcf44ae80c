/** @import { Database } from '../../../postgres/database/database.js' */
/** @import { Query } from '../../../postgres/sql/statement.js' */

/** What all statements together may take, and what a single one gets of it, in ms. */
const TOGETHER = 3000;
const LEAST = 100;
const MOST = 1000;
/** A statement that ran out of time, and what came behind it in the same transaction. */
const OUT_OF_TIME = ['57014', '25P02', 'STATEMENT_TIMEOUT'];

/**
 * The same database for statements that are better not answered than late: each has a limit of its own, and one that
 * reaches it finds nothing. The limit is a setting of the connection, set and taken back in the same round trip.
 *
 * @param {Database} db @param {number} statements how many will be sent
 * @returns {{ db: Database, timedOut: () => boolean }}
 */
export function withinTime(db, statements) {
  const limit = Math.round(Math.min(MOST, Math.max(LEAST, TOGETHER / Math.max(1, statements))));
  let isOver = false;
  /** @type {Database['pipeline']} */
  async function pipeline(queries) {
    const all = [`set statement_timeout = ${limit}`, ...queries, 'reset statement_timeout'];
    const answers = await db.pipeline(/** @type {Query[]} */ (all));
    return answers.slice(1, -1).map((answer) => {
      if (!answer.error || !OUT_OF_TIME.includes(String(answer.error.code))) return answer;
      isOver = true;
      return { rows: [], rowCount: 0 };
    });
  }
  return { db: { ...db, pipeline }, timedOut: () => isOver };
}
