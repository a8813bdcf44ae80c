import { inOneTransaction, unnamed } from '../../postgres/index.js';

/** @import { Database } from '../../postgres/database.js' */
/** @import { Transaction } from '../../postgres/transaction.js' */
/** @import { Statement } from '../../sql/statement.js' */

/**
 * Sends a statement after one that locks its rows, so that it sees everything that others wrote to these rows and their
 * pairs before.
 *
 * @param {Pick<Database, 'pipeline'> | Transaction} on @param {{ hold: Statement, write: Statement }} statements
 * @returns {Promise<any[]>} the answer's rows
 */
export async function sendHeld(on, { hold, write }) {
  if ('pipeline' in on) return inOneTransaction(on, [hold, write]);
  await on.query(unnamed(hold));
  return (await on.query(unnamed(write))).rows;
}
