import { ident, sql, toStatement } from '../sql/index.js';
import { STATEMENT_MS, connect, destroy } from './connect.js';
import { databaseBusy, isConnectionLoss, isStalePlan, translate } from './errors.js';

/** @import { Connection } from './connect.js' */
/** @import { Statement } from '../sql/statement.js' */
/** @typedef {{ client: any, inFlight: number, sent: Set<{ at: number }>, prepared: Set<string> }} Shared */

/** A connection with more than this under way gets company. */
const CROWDED = 8;
/** A statement older than this, in ms, makes those behind it wait: prefer another connection. */
const SLOW_MS = 100;
/** Beyond this a silent server counts as gone (frozen, or the network is down). */
const SILENT_MS = STATEMENT_MS + 5000;

/** Each prepared statement takes memory of the server for as long as its connection lives. */
const MOST_PREPARED = 1000;

/**
 * Statements outside of transactions go down a few pipelined connections: many callers share a round trip.
 * A connection that dies fails what is on it and is replaced by the next statement.
 *
 * @param {Connection} connection
 * @param {{ max: number, queueLimit: number }} options
 */
export function createSharedConnections(connection, { max, queueLimit }) {
  /** @type {Set<Shared>} */
  const open = new Set();
  /** @type {Promise<Shared> | null} */
  let opening = null;
  let closed = false;
  let waiting = 0;
  const watchdog = setInterval(() => cutSilent(open), 1000).unref();

  /** @returns {Promise<Shared>} */
  function add() {
    opening ??= (async () => {
      /** @type {Shared} */
      const shared = { client: null, inFlight: 0, sent: new Set(), prepared: new Set() };
      shared.client = await connect(connection, { pipeline: true, onLost: () => open.delete(shared) });
      open.add(shared);
      return shared;
    })().finally(() => (opening = null));
    return opening;
  }

  /** @returns {Promise<Shared> | Shared} */
  function pick() {
    if (closed) throw translate(new Error('The database is closed'));
    const best = leastBusy(open);
    if (!best) return add();
    const busy = best.inFlight >= CROWDED || age(best) > SLOW_MS;
    // Company is for the next ones; this statement takes the best there is, unless that one is stuck.
    if (busy && open.size < max) {
      const more = add();
      more.catch(() => {});
      if (age(best) > SLOW_MS) return more.catch(() => best);
    }
    return best;
  }

  /** @param {Statement[]} statements @returns {Promise<PromiseSettledResult<any>[]>} */
  async function send(statements) {
    if (waiting + statements.length > queueLimit) throw databaseBusy(`${waiting} statements are waiting`);
    waiting += statements.length;
    try {
      const picked = pick();
      const shared = picked instanceof Promise ? await picked : picked;
      return await Promise.allSettled(statements.map((statement) => run(open, shared, statement)));
    } finally {
      waiting -= statements.length;
    }
  }

  return {
    send,
    /** Opens the first connection, so that the first request does not pay for it. */
    warm: async () => void (open.size > 0 || (await add())),
    size: () => open.size,
    async close() {
      closed = true;
      clearInterval(watchdog);
      if (opening) await opening.catch(() => {});
      await Promise.all([...open].map((shared) => shared.client.end()));
    },
  };
}

/** @param {Set<Shared>} open @param {Shared} shared @param {Statement} statement */
async function run(open, shared, statement) {
  const mark = { at: performance.now() };
  shared.sent.add(mark);
  shared.inFlight++;
  try {
    return await shared.client.query(statement);
  } catch (error) {
    if (isStalePlan(error) && statement.name) return await parseAgain(shared, statement);
    // The server says goodbye before the socket closes: nobody else may be sent down this connection.
    if (isConnectionLoss(error)) open.delete(shared);
    throw translate(error);
  } finally {
    shared.inFlight--;
    shared.sent.delete(mark);
    if (statement.name) retireWhenFull(open, shared, statement.name);
  }
}

/** A connection with too many prepared statements finishes what is on it; the next statement opens another. @param {Set<Shared>} open @param {Shared} shared @param {string} name */
function retireWhenFull(open, shared, name) {
  shared.prepared.add(name);
  if (shared.prepared.size > MOST_PREPARED && open.delete(shared)) shared.client.end().catch(() => {});
}

/** Forgets the prepared statement on both sides and runs it anew. @param {Shared} shared @param {Statement} statement */
async function parseAgain(shared, statement) {
  const { client } = shared;
  const forgotten = client.query(toStatement(sql`deallocate ${ident(String(statement.name))}`)).catch(() => {});
  delete client.connection.parsedStatements[/** @type {string} */ (statement.name)];
  delete client.connection.submittedNamedStatements[/** @type {string} */ (statement.name)];
  const again = client.query(statement);
  await forgotten;
  try {
    return await again;
  } catch (error) {
    throw translate(error);
  }
}

/** @param {Set<Shared>} open */
function leastBusy(open) {
  /** @type {Shared | undefined} */
  let best;
  for (const shared of open) {
    if (!best || cost(shared) < cost(best)) best = shared;
  }
  return best;
}

/** @param {Shared} shared */
function cost(shared) {
  return shared.inFlight + (age(shared) > SLOW_MS ? 1000 : 0);
}

/** How long the oldest statement is under way, in ms. @param {Shared} shared */
function age(shared) {
  const first = shared.sent.values().next().value;
  return first ? performance.now() - first.at : 0;
}

/** @param {Set<Shared>} open */
function cutSilent(open) {
  for (const shared of open) if (age(shared) > SILENT_MS) destroy(shared.client);
}
