/** @import { Values } from '@plinth/plugin' */
import pg from 'pg';
import { AppError } from '@plinth/plugin';
import { MOST_RESULT_BYTES } from '../fairness/figures.js';

/** What the server keeps of a prepared statement, its plan included: so much, and this for each letter. Measured: 27 KB for 550. */
const PREPARED = Object.freeze({ each: 8000, letter: 45 });

/** @import { Statement } from '../sql/statement.js' */

/**
 * Sends a statement, as `client.query(statement)` does. That one writes `query.callback = (…) => …`, and V8 allocates
 * functions written in an assignment to a property as old objects: each would keep its query's whole result alive until
 * the next full collection (packages/cli/src/commands/garbage.test.js).
 *
 * @param {Values} client of pg @param {Statement} statement
 * @returns {Promise<any>} pg's result
 * @throws what pg rejects with; RESULT_TOO_LARGE
 */
export function sendStatement(client, statement) {
  notePrepared(client, statement);
  return new Promise((resolve, reject) => {
    const callback = (/** @type {unknown} */ error, /** @type {unknown} */ result) =>
      error ? reject(error) : resolve(result);
    client.query(queryOf(statement, callback));
  });
}

/**
 * Adds up what a connection's statements take of the server's memory, for as long as the connection lives.
 *
 * @param {Values} client @param {Statement} statement
 */
function notePrepared(client, { name, text }) {
  if (!name) return;
  const { parsedStatements, submittedNamedStatements } = client.connection;
  if ((parsedStatements[name] ?? submittedNamedStatements[name]) !== undefined) return;
  client.preparedBytes = preparedBytes(client) + PREPARED.each + PREPARED.letter * text.length;
}

/** @param {Values} client @returns {number} */
export const preparedBytes = (client) => client.preparedBytes ?? 0;

/**
 * By its text, as pg copies a whole statement with all its property descriptors.
 *
 * @param {Statement} statement @param {(error: unknown, result: unknown) => void} callback
 */
function queryOf(statement, callback) {
  const Kind = statement.isQuery ? BoundedQuery : pg.Query;
  // How rows are read can only be said at once.
  if (statement.rowMode) return new Kind(/** @type {any} */ ({ ...statement, callback }));
  const query = /** @type {Values} */ (new Kind(statement.text, statement.values, callback));
  query.name = statement.name;
  return query;
}

/** Lets go of the rows as soon as they are too many bytes for the memory. pg ignores those that follow. */
class BoundedQuery extends pg.Query {
  #bytes = 0;
  #rows = 0;

  /** @param {{ length: number }} message a row as PostgreSQL sends it */
  handleDataRow(message) {
    this.#bytes += message.length;
    const own = /** @type {Values} */ (this);
    this.#rows++;
    // A page of one row, and the next that shows that there is more, can be read however large they are.
    if (this.#bytes > MOST_RESULT_BYTES && this.#rows > 2) {
      own._result.rows.length = 0;
      own._canceledDueToError ||= resultTooLarge();
    }
    // @ts-expect-error pg's types don't have what its queries are made of
    super.handleDataRow(message);
  }
}

const resultTooLarge = () =>
  new AppError('RESULT_TOO_LARGE', 'These rows are too large to be read together', {
    status: 422,
    hint: 'Ask for fewer rows at once, or for fewer fields',
  });
