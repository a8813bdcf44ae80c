import { AppError } from '@plinth/plugin';
import { createTurns } from '../fairness/index.js';
import { transactionShare } from '../fairness/figures.js';
import { connect, destroy } from './connect.js';
import { databaseBusy, isConnectionLoss, translate } from './errors.js';
import { preparedBytes } from './send-statement.js';
import { createWaitQueue } from './wait-queue.js';

/** @import { Connection } from './connect.js' */
/** @typedef {{ client: any, lost: boolean, plans: number }} Own */
/** @typedef {ReturnType<typeof createPool>} Pool */

/**
 * Connections used by one caller at a time: transactions, COPY. At most `max`; further callers wait in a queue, and are
 * refused if the queue or the wait gets too long. A person has a share of them.
 *
 * @param {Connection} connection
 * @param {{ max: number, queueLimit: number, waitMs: number, statementBytes: number, fairness: import('../fairness/fairness.js').Fairness }} options
 */
export function createOwnConnections(connection, { fairness, statementBytes, ...options }) {
  const pool = createPool(connection, options);
  const turns = createTurns({ ...transactionShare(options.max), ms: options.waitMs }, () =>
    databaseBusy('all connections are in use'),
  );
  /** Incremented by each schema change; statements prepared before are no longer used. */
  let plans = 0;

  return {
    /**
     * @template T
     * @param {(client: any) => Promise<T>} work
     * @returns {Promise<T>}
     */
    async use(work) {
      const person = fairness.person();
      if (person === null) return onConnection(work);
      return turns.use(person, async () => {
        person.held++;
        try {
          return await onConnection(work);
        } finally {
          person.held--;
        }
      });
    },
    /** The schema changed: a statement prepared before may return other types now. */
    forgetPlans: () => void plans++,
    waiting: () => pool.waiting() + turns.waiting(),
    /** Opens the first connection ahead of time, so that the first transaction does not pay for it. */
    warm: async () => pool.give(await pool.take()),
    async close() {
      turns.refuseAll(translate(new Error('The database is closed')));
      await pool.close();
    },
  };

  /** @template T @param {(client: any) => Promise<T>} work @returns {Promise<T>} */
  async function onConnection(work) {
    const own = await pool.take();
    try {
      if (own.plans !== plans || preparedBytes(own.client) > statementBytes) await forgetPlans(own, plans);
      return await work(own.client);
    } catch (error) {
      if (isConnectionLoss(error instanceof AppError ? error.cause : error)) pool.forget(own);
      throw translate(error);
    } finally {
      giveBack(pool, own);
    }
  }
}

/**
 * A failed caller may have left a transaction or a COPY open; `I` is the protocol's status for idle.
 *
 * @param {Pool} pool @param {Own} own
 */
function giveBack(pool, own) {
  if (!own.lost && own.client.getTransactionStatus() === 'I') pool.give(own);
  else destroy(own.client);
}

/** @param {Own} own @param {number} plans */
async function forgetPlans(own, plans) {
  await own.client.query('deallocate all');
  own.client.connection.parsedStatements = {};
  own.client.preparedBytes = 0;
  own.plans = plans;
}

/** @param {Connection} connection @param {{ max: number, queueLimit: number, waitMs: number }} options */
function createPool(connection, { max, queueLimit, waitMs }) {
  /** @type {Own[]} */
  const idle = [];
  /** @type {Set<Own>} */
  const all = new Set();
  /** @type {ReturnType<typeof createWaitQueue<Own>>} */
  const line = createWaitQueue({ limit: queueLimit, waitMs });
  let opening = 0;
  let closed = false;
  const isFull = () => all.size + opening >= max;

  async function open() {
    opening++;
    try {
      /** @type {Own} */
      const own = { client: null, lost: false, plans: 0 };
      own.client = await connect(connection, { onLost: () => forget(own) });
      all.add(own);
      return own;
    } finally {
      opening--;
    }
  }

  /** @param {Own} own */
  function forget(own) {
    own.lost = true;
    all.delete(own);
    const at = idle.indexOf(own);
    if (at >= 0) idle.splice(at, 1);
    // A slot became free: open a connection for the next in the queue.
    if (line.length() > 0 && !closed && !isFull()) open().then(give, (error) => line.next()?.fail(error));
  }

  /** @param {Own} own */
  function give(own) {
    const next = line.next();
    if (next) next.give(own);
    else idle.push(own);
  }

  /** @returns {Promise<Own>} */
  async function take() {
    if (closed) throw translate(new Error('The database is closed'));
    return idle.pop() ?? (isFull() ? line.wait() : open());
  }

  async function close() {
    closed = true;
    line.refuseAll(translate(new Error('The database is closed')));
    await Promise.all([...all].map((own) => own.client.end().catch(() => {})));
  }

  return { take, give, forget, close, waiting: line.length };
}
