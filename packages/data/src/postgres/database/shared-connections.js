import { createTurns } from '../fairness/index.js';
import { QUERIES, QUERY_MS, slowShare } from '../fairness/figures.js';
import { ident, sql, toStatement } from '../sql/index.js';
import { STATEMENT_MS, connect, destroy } from './connect.js';
import { databaseBusy, isConnectionLoss, isStalePlan, translate } from './errors.js';
import { createPace } from './pace.js';
import { preparedBytes, sendStatement } from './send-statement.js';

/** @import { Connection } from './connect.js' */
/** @import { Statement } from '../sql/statement.js' */
/** @import { Pace } from './pace.js' */
/** @import { Fairness } from '../fairness/fairness.js' */
/** @typedef {{ client: any, sent: Set<{ at: number, slow: boolean }>, answered: number, isHeld: boolean }} Shared
 *   isHeld: what is written waits for the end of the turn */

/** A connection with more statements than this in progress gets a second one. */
const CROWDED = 8;
/** A statement older than this, in ms, delays those behind it, so another connection is preferred. */
const SLOW_MS = 50;
/** After this time a silent server counts as gone (frozen, or the network is down). */
const SILENT_MS = STATEMENT_MS + 5000;

const WITHIN = Object.freeze({ text: `set statement_timeout = ${QUERY_MS}` });
const AFTERWARDS = Object.freeze({ text: 'reset statement_timeout' });

/**
 * Statements outside of transactions share a few pipelined connections, so that many callers share a round trip. A lost
 * connection fails what is running on it and is replaced by the next statement. Statements that were slow when they
 * last ran use separate connections, so that quick ones never wait for them; so do queries of rows until they have shown to be
 * quick. For those, people take turns.
 *
 * @param {Connection} connection
 * @param {{ max: number, queueLimit: number, fairness: Fairness, statementBytes: number }} options
 */
export function createSharedConnections(connection, { max, queueLimit, fairness, statementBytes }) {
  /** @type {Set<Shared>} */
  const open = new Set();
  const pace = createPace();
  /** @type {Promise<Shared> | null} */
  let opening = null;
  let closed = false;
  let waiting = 0;
  const watchdog = setInterval(() => cutSilent(open), 1000).unref();

  /** @returns {Promise<Shared>} */
  function add() {
    opening ??= (async () => {
      /** @type {Shared} */
      const shared = { client: null, sent: new Set(), answered: 0, isHeld: false };
      shared.client = await connect(connection, { pipeline: true, onLost: () => open.delete(shared) });
      open.add(shared);
      return shared;
    })().finally(() => (opening = null));
    return opening;
  }

  /** @param {boolean} slow whether the statement is slow @returns {Promise<Shared> | Shared} */
  function pick(slow) {
    if (closed) throw translate(new Error('The database is closed'));
    const best = leastBusy(open, slow);
    if (!best) return add();
    const stuck = isStuck(best);
    // The new connection is for later statements; this one takes the best there is, unless that one is stuck.
    if ((stuck || best.sent.size >= CROWDED) && open.size < max) {
      const more = add();
      more.catch(() => {});
      if (stuck) return more.catch(() => best);
    }
    return best;
  }

  /** @param {Statement[]} statements @param {boolean} slow @returns {Promise<PromiseSettledResult<any>[]>} */
  async function sendNow(statements, slow) {
    if (waiting + statements.length > queueLimit) throw databaseBusy(`${waiting} statements are waiting`);
    waiting += statements.length;
    try {
      const picked = pick(slow);
      const shared = picked instanceof Promise ? await picked : picked;
      const how = { open, shared, pace, slow, statementBytes };
      inOneWrite(shared);
      const answers = statements.map((statement) => run(how, statement));
      return await Promise.allSettled(answers);
    } finally {
      waiting -= statements.length;
    }
  }

  const fair = inTurn({ fairness, pace, max, sendNow });

  return {
    send: fair.send,
    /** Opens the first connection ahead of time, so that the first request does not pay for it. */
    warm: async () => void (open.size > 0 || (await add())),
    size: () => open.size,
    waiting: fair.waiting,
    async close() {
      closed = true;
      clearInterval(watchdog);
      fair.close();
      if (opening) await opening.catch(() => {});
      await Promise.all([...open].map((shared) => shared.client.end()));
    },
  };
}

/** @param {Statement} statement */
const readsRows = ({ isQuery }) => isQuery === true;

/** @typedef {(statements: Statement[]) => Promise<PromiseSettledResult<any>[]>} Send */

/**
 * Statements of people, each in its turn.
 *
 * @param {{ fairness: Fairness, pace: Pace, max: number, sendNow: (statements: Statement[], slow: boolean) => ReturnType<Send> }} context
 */
function inTurn({ fairness, pace, max, sendNow }) {
  const slowTurns = createTurns(slowShare(max));
  const queryTurns = createTurns(QUERIES);

  /** @type {Send} */
  async function send(statements) {
    const person = fairness.person();
    const isQuery = statements.some(readsRows);
    const slow = statements.some(pace.isSlow);
    if (person === null || (!slow && !isQuery)) return sendNow(statements, slow);
    const room = isQuery ? fairness.roomFor(person) : null;
    if (room) await room;
    if (slow) return slowTurns.use(person, () => sendSlow(statements, isQuery));
    const place = queryTurns.takeNow(person) ?? (await queryTurns.take(person));
    const began = performance.now();
    try {
      // Another of the same form may have turned out to be slow meanwhile.
      if (!statements.some(pace.isSlow)) return await sendNow(statements, false);
      return await slowTurns.use(person, () => sendSlow(statements, isQuery));
    } finally {
      queryTurns.give(place, 1, performance.now() - began);
    }
  }

  /** @param {Statement[]} statements @param {boolean} isQuery */
  async function sendSlow(statements, isQuery) {
    // What waited for its turn may have turned out to be quick meanwhile.
    if (!isQuery || !statements.some(pace.isSlow)) return sendNow(statements, !isQuery);
    const answers = await sendNow([WITHIN, ...statements, AFTERWARDS], true);
    return answers.slice(1, -1);
  }

  return {
    send,
    waiting: () => slowTurns.waiting() + queryTurns.waiting(),
    close() {
      for (const turns of [slowTurns, queryTurns]) turns.refuseAll(translate(new Error('The database is closed')));
    },
  };
}

/**
 * What is sent until the end of this turn of the event loop goes out in one write, for all who were heard in it: each
 * costs a call into the kernel, and the server a look at its socket.
 *
 * @param {Shared} shared
 */
function inOneWrite(shared) {
  if (shared.isHeld) return;
  shared.isHeld = true;
  const { stream } = shared.client.connection;
  stream.cork();
  setImmediate(() => {
    shared.isHeld = false;
    stream.uncork();
  });
}

/**
 * @param {{ open: Set<Shared>, shared: Shared, pace: Pace, slow: boolean, statementBytes: number }} how
 * @param {Statement} statement
 */
async function run({ open, shared, pace, slow, statementBytes }, statement) {
  const mark = { at: performance.now(), slow };
  shared.sent.add(mark);
  try {
    return await sendStatement(shared.client, statement);
  } catch (error) {
    if (isStalePlan(error) && statement.name) return await parseAgain(shared, statement);
    // The server announces the end before the socket closes, so nothing else may be sent on this connection.
    if (isConnectionLoss(error)) open.delete(shared);
    throw translate(error);
  } finally {
    shared.sent.delete(mark);
    const now = performance.now();
    // It starts only after the earlier ones have finished.
    pace.note(statement, now - Math.max(mark.at, shared.answered));
    shared.answered = now;
    // With too many prepared statements it finishes its work; the next statement opens another.
    if (preparedBytes(shared.client) > statementBytes && open.delete(shared)) shared.client.end().catch(() => {});
  }
}

/** Drops the prepared statement on both sides and runs it again. @param {Shared} shared @param {Statement} statement */
async function parseAgain(shared, statement) {
  const { client } = shared;
  const forgotten = client.query(toStatement(sql`deallocate ${ident(String(statement.name))}`)).catch(() => {});
  delete client.connection.parsedStatements[/** @type {string} */ (statement.name)];
  delete client.connection.submittedNamedStatements[/** @type {string} */ (statement.name)];
  const again = sendStatement(client, statement);
  await forgotten;
  try {
    return await again;
  } catch (error) {
    throw translate(error);
  }
}

/**
 * Quick statements go where nothing slow is in progress. Slow ones leave one connection for them: they wait for each
 * other rather than take the last free one.
 *
 * @param {Set<Shared>} open @param {boolean} slow
 */
function leastBusy(open, slow) {
  const all = [...open];
  const free = all.filter((shared) => !isStuck(shared));
  const wanted = slow && free.length === 1 && all.length > 1 ? all.filter(isStuck) : free;
  return (wanted.length > 0 ? wanted : all).reduce(
    (best, shared) => (!best || cost(shared) < cost(best) ? shared : best),
    /** @type {Shared | undefined} */ (undefined),
  );
}

/** Whether a statement would wait here, or already does. @param {Shared} shared */
function isStuck(shared) {
  if (age(shared) > SLOW_MS) return true;
  for (const { slow } of shared.sent) if (slow) return true;
  return false;
}

/** @param {Shared} shared */
function cost(shared) {
  let sum = age(shared) / SLOW_MS;
  for (const { slow } of shared.sent) sum += slow ? CROWDED : 1;
  return sum;
}

/** How long the oldest statement has been running, in ms. @param {Shared} shared */
function age(shared) {
  const first = shared.sent.values().next().value;
  return first ? performance.now() - first.at : 0;
}

/** @param {Set<Shared>} open */
function cutSilent(open) {
  for (const shared of open) if (age(shared) > SILENT_MS) destroy(shared.client);
}
