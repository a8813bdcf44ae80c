import { asStatement } from '../sql/statement.js';
import { connect } from './connect.js';
import { translate } from './errors.js';
import { createListener } from './listener.js';
import { createOwnConnections } from './own-connections.js';
import { createSharedConnections } from './shared-connections.js';
import { runTransaction } from './transaction.js';

/** @import { Connection } from './connect.js' */
/** @import { Hear } from './listener.js' */
/** @import { Isolation, Rows, Transaction } from './transaction.js' */
/** @import { Query } from '../sql/statement.js' */
/** @typedef {{ isolation?: Isolation, readOnly?: boolean, lockTimeout?: number, statementTimeout?: number }} TransactionOptions */
/** @typedef {ReturnType<typeof createDatabase>} Database */

/** @type {{ warn(message: string, details?: object): void }} */
const silent = { warn: () => {} };

/**
 * All of Plinth's access to one database. Statements share pipelined connections, transactions have their own.
 * A lost connection fails those under way with DATABASE_UNAVAILABLE and is replaced; too many callers get
 * DATABASE_BUSY instead of a place in an endless line.
 *
 * @param {Connection} connection
 * @param {{ max?: number, shared?: number, queueLimit?: number, waitMs?: number, log?: { warn(message: string, details?: object): void } }} [options]
 *   `max` connections for transactions, `shared` pipelined ones
 */
export function createDatabase(
  connection,
  { max = 6, shared = 4, queueLimit = 1000, waitMs = 5000, log = silent } = {},
) {
  const pipelined = createSharedConnections(connection, { max: shared, queueLimit });
  const own = createOwnConnections(connection, { max, queueLimit: Math.ceil(queueLimit / 4), waitMs });
  const listener = createListener(connection, { log });
  let statements = 0;
  let transactions = 0;
  let roundTrips = 0;
  const count = () => void statements++;

  return {
    /** One statement, sent at once with whatever else is on its way. @param {Query} query @returns {Promise<Rows>} */
    async query(query) {
      statements++;
      roundTrips++;
      const [result] = await pipelined.send([asStatement(query)]);
      if (result.status === 'rejected') throw result.reason;
      return result.value;
    },

    /**
     * Several statements in one round trip. Each has its own answer: one that fails leaves the others alone.
     *
     * @param {Query[]} queries
     * @returns {Promise<({ rows: any[], rowCount: number | null, error?: undefined } | { error: any, rows?: undefined })[]>}
     */
    async pipeline(queries) {
      statements += queries.length;
      roundTrips++;
      const results = await pipelined.send(queries.map(asStatement));
      return results.map((result) => (result.status === 'fulfilled' ? result.value : { error: result.reason }));
    },

    /**
     * @template T
     * @param {(tx: Transaction) => Promise<T>} work
     * @param {TransactionOptions} [options]
     * @returns {Promise<T>}
     */
    transaction(work, options = {}) {
      transactions++;
      return own.use((client) => runTransaction(client, work, { ...options, count }));
    },

    /**
     * A connection for himself, for COPY and cursors. Outside of a transaction.
     *
     * @template T
     * @param {(client: import('pg').Client) => Promise<T>} work
     * @returns {Promise<T>}
     */
    client: (work) => own.use(work),

    /**
     * A connection beside all others, for work that takes long: nobody waits in line for it.
     *
     * @template T
     * @param {(client: import('pg').Client) => Promise<T>} work
     * @returns {Promise<T>}
     */
    async apart(work) {
      const client = await connect(connection, { onLost: () => {} });
      try {
        return await work(client);
      } catch (error) {
        throw translate(error);
      } finally {
        await client.end().catch(() => {});
      }
    },

    /** @param {string} channel @param {Hear} hear */
    listen: (channel, hear) => listener.listen(channel, hear),

    /** False while notifications may get lost: nothing that they invalidate may be served from memory then. */
    hearing: () => listener.hearing(),
    /** A statement on the listening connection: its answer comes after all notifications before it. @param {string} text */
    askListener: (text) => listener.ask(text),

    /** Since the start; roundTrips are those of query() and pipeline(). */
    counters: () => ({ statements, roundTrips, transactions, connections: pipelined.size(), waiting: own.waiting() }),

    /** To be told when the schema changed. Pipelined statements find out by themselves. */
    forgetPlans: () => own.forgetPlans(),

    /** Opens the first connections before anybody asks: the first answer then takes no longer than the next. */
    warm: async () => void (await Promise.all([pipelined.warm(), own.warm()])),

    async close() {
      await Promise.all([listener.close(), pipelined.close(), own.close()]);
    },
  };
}
