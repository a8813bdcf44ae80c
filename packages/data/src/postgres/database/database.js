import { JOBS } from '../fairness/figures.js';
import { createFairness, createTurns } from '../fairness/index.js';
import { asStatement } from '../sql/statement.js';
import { connect } from './connect.js';
import { divideMemory } from '../memory/index.js';
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

const fairnessHere = () => createFairness(divideMemory().worker);

/** @param {Connection} connection @param {Omit<NonNullable<Parameters<typeof createDatabase>[1]>, 'log'>} options */
function connectionsOf(
  connection,
  {
    max = 6,
    shared = 4,
    queueLimit = 1000,
    waitMs = 5000,
    fairness = fairnessHere(),
    statementBytes = divideMemory().worker.statementBytes,
  },
) {
  const all = { fairness, statementBytes };
  return {
    fairness,
    pipelined: createSharedConnections(connection, { ...all, max: shared, queueLimit }),
    own: createOwnConnections(connection, { ...all, max, queueLimit: Math.ceil(queueLimit / 4), waitMs }),
  };
}

/** @type {{ warn(message: string, details?: object): void }} */
const silent = { warn: () => {} };

/**
 * All of Plinth's access to one database. Statements share pipelined connections, transactions have their own. A lost
 * connection fails whatever is running on it with DATABASE_UNAVAILABLE and is replaced; too many callers get
 * DATABASE_BUSY instead of a place in an endless queue.
 *
 * @param {Connection} connection
 * @param {{ max?: number, shared?: number, queueLimit?: number, waitMs?: number, log?: { warn(message: string,
 *   details?: object): void }, fairness?: import('../fairness/fairness.js').Fairness, statementBytes?: number }} [options]
 *   `max` connections for transactions, `shared` pipelined ones; statementBytes: of the server's memory for the prepared
 *   statements of each
 */
export function createDatabase(connection, { log = silent, ...options } = {}) {
  const { fairness, pipelined, own } = connectionsOf(connection, options);
  const jobs = createTurns(JOBS);
  const listener = createListener(connection, { log });
  let statements = 0;
  let transactions = 0;
  let roundTrips = 0;
  const count = () => void statements++;

  return {
    /** One statement, sent at once on a pipelined connection. @param {Query} query @returns {Promise<Rows>} */
    async query(query) {
      statements++;
      roundTrips++;
      const [result] = await pipelined.send([asStatement(query)]);
      if (result.status === 'rejected') throw result.reason;
      return result.value;
    },

    /**
     * Several statements in one round trip. Each has its own result: if one fails, the others don't.
     *
     * @param {Query[]} queries
     * @returns {Promise<({ rows: any[], rowCount: number | null, error?: undefined } | { error: any, rows?: undefined
     *   })[]>}
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
     * A connection for the caller alone, for COPY and cursors. Outside of a transaction.
     *
     * @template T
     * @param {(client: import('pg').Client) => Promise<T>} work
     * @returns {Promise<T>}
     */
    client: (work) => own.use(work),

    /**
     * A separate connection for long-running work, so that nobody has to wait for it.
     *
     * @template T
     * @param {(client: import('pg').Client) => Promise<T>} work
     * @returns {Promise<T>}
     */
    apart(work) {
      const person = fairness.person();
      const run = () => onNewConnection(connection, work);
      return person === null ? run() : jobs.use(person, run);
    },

    /** For whom statements are sent. */
    fairness,

    /** @param {string} channel @param {Hear} hear */
    listen: (channel, hear) => listener.listen(channel, hear),

    /** False while notifications may get lost: nothing that they invalidate may be served from a cache then. */
    hearing: () => listener.hearing(),
    /**
     * A statement on the listening connection: its result arrives after all earlier notifications.
     *
     * @param {string} text
     */
    askListener: (text) => listener.ask(text),

    /** Since the start; roundTrips counts those of query() and pipeline(). */
    counters: () => ({
      statements,
      roundTrips,
      transactions,
      connections: pipelined.size(),
      waiting: own.waiting() + pipelined.waiting(),
    }),

    /** To be called when the schema has changed. Pipelined statements notice by themselves. */
    forgetPlans: () => own.forgetPlans(),

    /** Opens the first connections ahead of time, so that the first response takes no longer than the next. */
    warm: async () => void (await Promise.all([pipelined.warm(), own.warm()])),

    async close() {
      await Promise.all([listener.close(), pipelined.close(), own.close()]);
    },
  };
}

/** @template T @param {Connection} connection @param {(client: import('pg').Client) => Promise<T>} work @returns {Promise<T>} */
async function onNewConnection(connection, work) {
  const client = await connect(connection, { onLost: () => {} });
  try {
    return await work(client);
  } catch (error) {
    throw translate(error);
  } finally {
    await client.end().catch(() => {});
  }
}
