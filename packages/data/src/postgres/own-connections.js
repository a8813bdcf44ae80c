import { AppError } from '@plinth/plugin';
import { connect, destroy } from './connect.js';
import { databaseBusy, isConnectionLoss, translate } from './errors.js';

/** @import { Connection } from './connect.js' */
/** @typedef {{ client: any, lost: boolean, plans: number }} Own */
/** @typedef {{ give: (own: Own) => void, fail: (error: unknown) => void, timer: NodeJS.Timeout }} Waiter */

/**
 * Connections that one caller has for himself: transactions, COPY. At most `max`; further callers wait in line, and
 * are refused when the line is too long or the wait is.
 *
 * @param {Connection} connection
 * @param {{ max: number, queueLimit: number, waitMs: number }} options
 */
export function createOwnConnections(connection, { max, queueLimit, waitMs }) {
  /** @type {Own[]} */
  const idle = [];
  /** @type {Waiter[]} */
  const line = [];
  /** @type {Set<Own>} */
  const all = new Set();
  let opening = 0;
  let closed = false;
  /** Grows with each change of the schema: prepared statements of before are not used any more. */
  let plans = 0;

  async function open() {
    opening++;
    try {
      /** @type {Own} */
      const own = { client: null, lost: false, plans };
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
    serveLine();
  }

  /** A place became free while somebody waits: open a connection for him. */
  function serveLine() {
    if (line.length === 0 || closed || all.size + opening >= max) return;
    open().then(give, (error) => line.shift()?.fail(error));
  }

  /** @param {Own} own */
  function give(own) {
    const next = line.shift();
    if (next) next.give(own);
    else idle.push(own);
  }

  /** @returns {Promise<Own>} */
  async function take() {
    if (closed) throw translate(new Error('The database is closed'));
    const own = idle.pop();
    if (own) return own;
    if (all.size + opening < max) return open();
    if (line.length >= queueLimit) throw databaseBusy(`${line.length} callers are waiting for a connection`);
    return new Promise((resolve, reject) => {
      /** @type {Waiter} */
      const waiter = {
        give: (own) => (clearTimeout(waiter.timer), resolve(own)),
        fail: (error) => (clearTimeout(waiter.timer), reject(error)),
        timer: setTimeout(() => {
          line.splice(line.indexOf(waiter), 1);
          reject(databaseBusy(`no connection became free within ${waitMs / 1000} s`));
        }, waitMs),
      };
      line.push(waiter);
    });
  }

  /**
   * @template T
   * @param {(client: any) => Promise<T>} work
   * @returns {Promise<T>}
   */
  async function use(work) {
    const own = await take();
    let clean = false;
    try {
      if (own.plans !== plans) await forgetPlansOf(own);
      const result = await work(own.client);
      clean = true;
      return result;
    } catch (error) {
      if (isConnectionLoss(error instanceof AppError ? error.cause : error)) forget(own);
      throw translate(error);
    } finally {
      // Whoever threw may have left a transaction or a COPY open; `I` is the server's word for idle.
      if (!own.lost && (clean || own.client.getTransactionStatus() === 'I')) give(own);
      else destroy(own.client);
    }
  }

  /** @param {Own} own */
  async function forgetPlansOf(own) {
    own.plans = plans;
    await own.client.query('deallocate all');
    own.client.connection.parsedStatements = {};
  }

  return {
    use,
    /** The schema changed: a statement prepared before may give other types now. */
    forgetPlans: () => void plans++,
    waiting: () => line.length,
    async close() {
      closed = true;
      for (const waiter of line.splice(0)) waiter.fail(translate(new Error('The database is closed')));
      await Promise.all([...all].map((own) => own.client.end().catch(() => {})));
    },
  };
}
