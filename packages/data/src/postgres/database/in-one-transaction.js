/** @import { Database } from './database.js' */
/** @import { Statement } from '../sql/statement.js' */

const BEGIN = Object.freeze({ text: 'begin' });
const COMMIT = Object.freeze({ text: 'commit' });

/**
 * Runs statements in a transaction of their own in one round trip: all go down one connection, one after the other.
 *
 * @param {Pick<Database, 'pipeline'>} db @param {readonly Statement[]} statements
 * @returns {Promise<unknown[]>} the rows of the last statement
 */
export async function inOneTransaction(db, statements) {
  const answers = await db.pipeline([BEGIN, ...statements.map(unnamed), COMMIT]);
  // The first error is the cause; later ones only say that the transaction has failed.
  const broken = answers.find(({ error }) => error);
  if (broken) throw broken.error;
  return answers[answers.length - 2].rows ?? [];
}

/**
 * A statement that has to be prepared again would be sent after the commit.
 *
 * @param {Statement} statement
 * @returns {Statement}
 */
export const unnamed = ({ name: _, ...statement }) => statement;
