import pg from 'pg';

/** @import { Statement } from '../sql/statement.js' */

/**
 * Sends a statement, as `client.query(statement)` does. That one writes `query.callback = (…) => …`, and V8 allocates
 * functions written in an assignment to a property as old objects: each would keep its query's whole result alive until
 * the next full collection (packages/cli/src/commands/garbage.test.js).
 *
 * @param {any} client of pg @param {Statement} statement
 * @returns {Promise<any>} pg's result
 * @throws what pg rejects with
 */
export function sendStatement(client, statement) {
  return new Promise((resolve, reject) => {
    const callback = (/** @type {unknown} */ error, /** @type {unknown} */ result) =>
      error ? reject(error) : resolve(result);
    client.query(new pg.Query(/** @type {any} */ ({ ...statement, callback })));
  });
}
