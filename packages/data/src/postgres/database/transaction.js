import { asStatement } from '../sql/statement.js';
import { STATEMENT_MS, destroy } from './connect.js';
import { translate } from './errors.js';
import { sendStatement } from './send-statement.js';

/** @import { Query, Statement } from '../sql/statement.js' */
/** @typedef {{ rows: any[], rowCount: number | null }} Rows */
/** @typedef {{ query(query: Query): Promise<Rows>, client: any }} Transaction */
/** @typedef {'read committed' | 'repeatable read' | 'serializable'} Isolation */

/** After a statement's own timeout plus this, a silent server counts as gone (frozen, or the network is down). */
const GRACE_MS = 5000;

/**
 * Runs work between begin and commit; anything it throws rolls everything back.
 *
 * @template T
 * @param {unknown} client
 * @param {(tx: Transaction) => Promise<T>} work
 * @param {{ isolation?: Isolation, readOnly?: boolean, lockTimeout?: number, statementTimeout?: number, count?: () =>
 *   void }} options
 *   times in ms
 * @returns {Promise<T>}
 */
export async function runTransaction(
  client,
  work,
  { isolation = 'read committed', readOnly, lockTimeout, statementTimeout, count },
) {
  const begin = [`begin isolation level ${isolation}${readOnly ? ' read only' : ''}`];
  if (lockTimeout !== undefined) begin.push(`set local lock_timeout = ${Math.trunc(lockTimeout)}`);
  if (statementTimeout !== undefined) begin.push(`set local statement_timeout = ${Math.trunc(statementTimeout)}`);
  const ask = asker(client, (statementTimeout ?? STATEMENT_MS) + GRACE_MS);
  await ask(begin.join('; '));
  try {
    const result = await work(transactionOn(client, ask, count));
    const { command } = await ask('commit');
    // If a caller has ignored a failed statement, the response to commit is "ROLLBACK".
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back because a statement in it had failed');
    return result;
  } catch (error) {
    await ask('rollback').catch(() => {});
    throw error;
  }
}

/**
 * Sends a statement; if the server does not respond, the connection is dropped.
 *
 * @param {any} client @param {number} ms
 */
function asker(client, ms) {
  return async (/** @type {string | Statement} */ statement) => {
    const timer = setTimeout(() => destroy(client), ms);
    try {
      return await (typeof statement === 'string' ? client.query(statement) : sendStatement(client, statement));
    } finally {
      clearTimeout(timer);
    }
  };
}

/** @param {unknown} client @param {(statement: string | Statement) => Promise<any>} ask @param {() => void} [count] @returns {Transaction} */
function transactionOn(client, ask, count) {
  /** @type {Promise<unknown>} One statement at a time; a failed one does not stop the queue. */
  let last = Promise.resolve();
  return {
    client,
    query(query) {
      count?.();
      const next = last
        // A bare text uses the simple protocol, which accepts several statements at once.
        .then(() => ask(typeof query === 'string' ? query : asStatement(query)))
        .catch((error) => {
          throw translate(error);
        });
      last = next.catch(() => {});
      return next;
    },
  };
}
