import { latencyOf } from '@plinth/cli/benchmarks';
import pg from 'pg';

/** As many as a server of ours shares among its statements. */
const CONNECTIONS = 4;

/** @typedef {{ name: string, text: string, values: unknown[] }} Sent */

/**
 * What work sends to the database.
 *
 * @param {() => Promise<unknown>} work
 * @returns {Promise<Sent[]>}
 */
export async function statementsOf(work) {
  const { prototype } = pg.Client;
  const { query } = prototype;
  /** @type {Sent[]} */
  const sent = [];
  /** @this {pg.Client} @param {any} statement @param {any[]} rest @returns {any} */
  prototype.query = function (statement, ...rest) {
    sent.push({ name: statement.name, text: statement.text, values: statement.values ?? [] });
    return Reflect.apply(query, this, [statement, ...rest]);
  };
  try {
    await work();
  } finally {
    prototype.query = query;
  }
  return sent;
}

/** The role of a script that does nothing but send statements, one row each, on pipelined connections. */
export function bare() {
  /** @type {pg.Client[]} */
  let clients = [];
  return {
    /** @param {{ connection?: object, statements: Sent[], inFlight: number, seconds: number }} job */
    async answer({ connection, statements, inFlight, seconds }) {
      if (clients.length === 0) clients = await open(connection);
      const before = process.cpuUsage();
      const began = performance.now();
      const until = began + seconds * 1000;
      /** @type {number[]} */
      const taken = [];
      let next = 0;
      const caller = async () => {
        for (let now = performance.now(); now < until;) {
          const client = clients[next % clients.length];
          await client.query(/** @type {any} */ (statements[next++ % statements.length]));
          const then = performance.now();
          taken.push(then - now);
          now = then;
        }
      };
      await Promise.all(Array.from({ length: inFlight }, caller));
      const { user, system } = process.cpuUsage(before);
      const perSecond = taken.length / ((performance.now() - began) / 1000);
      return { perSecond, requests: taken.length, latency: latencyOf(taken), cpuMs: (user + system) / 1000 };
    },
    close: async () => void (await Promise.all(clients.map((client) => client.end()))),
  };
}

/** @param {object} [connection] */
function open(connection) {
  return Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const client = new pg.Client({ ...connection, pipeline: true });
      await client.connect();
      return client;
    }),
  );
}
