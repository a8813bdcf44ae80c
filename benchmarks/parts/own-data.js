import { createData, dataPlugin } from '@plinth/data';
import { createRegistry } from '@plinth/plugin';
import { startOwnDatabase } from './own-database.js';

/** @typedef {Awaited<ReturnType<typeof openOwnData>>} OwnData */

export const SYSTEM = Object.freeze({ userId: null, roles: Object.freeze([]), system: true });

/** The data package on a PostgreSQL of its own, that goes away with `close`. */
export async function openOwnData() {
  const database = await startOwnDatabase();
  const { connection, dataDir } = database;
  const data = await createData({ connection, dataDir, registry: createRegistry([dataPlugin]) });
  return {
    data,
    connection,
    /** People with the role `user`. @param {number} count */
    async addUsers(count) {
      const { rows } = await data.db.query({
        text: `insert into plinth.users (name, email) select 'Person ' || n, 'person' || n || '@bench.example'
          from generate_series(1, $1::int) n returning id`,
        values: [count],
      });
      return rows.map(({ id }) => ({ userId: id, roles: ['user', 'public'], system: false }));
    },
    async close() {
      await data.close();
      await database.close();
    },
  };
}
