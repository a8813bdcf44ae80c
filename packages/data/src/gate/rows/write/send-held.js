import { inOneTransaction, unnamed } from '../../../postgres/database/index.js';
import { setCause } from '../../../postgres/database/set-cause.js';
import { toStatement } from '../../../postgres/sql/index.js';

/** @import { Actor } from '@plinth/plugin' */
/** @import { Database } from '../../../postgres/database/database.js' */
/** @import { Transaction } from '../../../postgres/database/transaction.js' */
/** @import { Statement } from '../../../postgres/sql/statement.js' */

/**
 * Sends a statement after one that locks its rows, so that it sees everything that others wrote to these rows and their
 * pairs before.
 *
 * @param {Pick<Database, 'pipeline'> | Transaction} on @param {{ hold: Statement, write: Statement }} statements
 * @returns {Promise<unknown[]>} the answer's rows
 */
export async function sendHeld(on, { hold, write }) {
  if ('pipeline' in on) return inOneTransaction(on, [hold, write]);
  await on.query(unnamed(hold));
  return (await on.query(unnamed(write))).rows;
}

/**
 * Sends a statement after telling the transaction who writes, for triggers whose conditions ask for it, or that run with the
 * rights of who caused them.
 *
 * @param {Pick<Database, 'pipeline'> | Transaction} on @param {Actor} actor @param {{ hold: Statement | null, write: Statement, named: boolean }} statements
 *   named: on a transaction that may run again if a prepared statement is outdated
 * @returns {Promise<unknown[]>} the answer's rows
 */
export async function sendCaused(on, actor, { hold, write, named }) {
  const statements = [toStatement(setCause(actor)), ...(hold ? [hold] : []), write];
  if ('pipeline' in on) return inOneTransaction(on, statements);
  for (const statement of statements.slice(0, -1)) await on.query(unnamed(statement));
  return (await on.query(named ? write : unnamed(write))).rows;
}
