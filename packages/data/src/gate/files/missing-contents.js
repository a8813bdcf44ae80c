/** @import { Connection } from '../../postgres/database/connect.js' */
import { connect } from '../../postgres/database/connect.js';
import { createStore } from './store.js';

/** How many of the oldest and of the newest files are checked: a node that lacks one file lacks all of that time. */
const LOOKED_AT = 100;

/**
 * How many files in the database have no content in this data folder; another node may keep them in its own.
 *
 * @param {Connection} connection @param {string} dataDir
 * @returns {Promise<{ looked: number, missing: number }>} looked: how many were checked
 */
export async function missingContents(connection, dataDir) {
  const ids = await someFiles(connection);
  const store = createStore(dataDir);
  const there = await Promise.all(ids.map((id) => store.has(id)));
  return { looked: ids.length, missing: there.filter((isThere) => !isThere).length };
}

/** @param {Connection} connection @returns {Promise<string[]>} ids; none in a database that Plinth has never used */
async function someFiles(connection) {
  const client = await connect(connection, { onLost: () => {} });
  try {
    const { rows: found } = await client.query(`select to_regclass('plinth.files') is not null as there`);
    if (!found[0].there) return [];
    const { rows } = await client.query(
      `(select id from plinth.files order by id limit $1)
       union
       (select id from plinth.files order by id desc limit $1)`,
      [LOOKED_AT],
    );
    return rows.map(({ id }) => id);
  } finally {
    await client.end();
  }
}
