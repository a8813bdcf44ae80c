/** @import { Fragment } from '../../../postgres/sql/index.js' */
import { toStatement } from '../../../postgres/sql/index.js';

/**
 * Runs exactly one statement: by the extended protocol, the server refuses a text that holds several.
 *
 * @param {import('pg').Client} client @param {Fragment} fragment
 */
export function runOne(client, fragment) {
  const query = { text: toStatement(fragment).text, queryMode: 'extended' };
  return client.query(query);
}
