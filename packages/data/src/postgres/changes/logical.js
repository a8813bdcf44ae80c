/** @import { Change, ChangeDriverOptions, ChangeEvent, ChangeStream } from './types.d.ts' */
import { createListeners } from './listeners.js';
import { createLogEnd } from './log-end.js';
import { createDecoder } from './pgoutput.js';
import { createFreshnessBarrier } from './freshness-barrier.js';
import { PUBLICATION, publishTables } from './publication.js';
import { followLog } from './replication.js';

const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5000;

/**
 * Changes from the write-ahead log: every commit by any client, a fraction of a millisecond later. While the connection
 * is lost the state is `down`; once it is back, all subscribers get `reset` first.
 *
 * @param {ChangeDriverOptions} options
 * @returns {ChangeStream}
 */
export function createLogicalStream({ connection, db, log }) {
  const { subscribe, tell } = createListeners(log);
  /** @type {Awaited<ReturnType<typeof followLog>> | null} */
  let following = null;
  const retry = createRetry(() => connect());
  let position = 0n;
  let closed = false;

  const isLive = () => following?.isFresh() ?? false;
  const hurry = () => following?.hurry();
  const logEnd = createLogEnd(connection);
  const barrier = createFreshnessBarrier({ isLive, hurry, position: () => position, ...logEnd });

  async function connect() {
    try {
      await publishTables(db);
      if (closed) return;
      const told = { onMessage: createDecoder(commit), onPosition: reach, onLost: lost };
      const opened = await followLog(connection, { publication: PUBLICATION, ...told });
      if (closed) return opened.close();
      tell({ kind: 'reset' });
      following = opened;
      retry.reset();
    } catch (error) {
      lost(error);
    }
  }

  /** @param {Change[]} changes @param {bigint} at @param {number | null} changer of tables, by SQL */
  function commit(changes, at, changer) {
    for (const event of eventsOf(changes, at, changer)) tell(event);
    reach(at);
  }

  /** @param {bigint} at */
  function reach(at) {
    if (at > position) position = at;
    following?.done(position);
    barrier.advanced();
  }

  /** @param {unknown} [error] */
  function lost(error) {
    following = null;
    barrier.advanced();
    if (closed) return;
    log.warn('the change stream is down; connecting again', { error: error === undefined ? undefined : String(error) });
    retry.later();
  }

  return {
    kind: 'logical',
    reason: '',
    start: connect,
    subscribe,
    state: () => (isLive() ? 'live' : 'down'),
    position: () => position,
    caughtUp: barrier.caughtUp,
    barriers: barrier.count,
    cover: () => publishTables(db),
    async close() {
      closed = true;
      retry.stop();
      following?.close();
      following = null;
      barrier.advanced();
      await logEnd.close();
    },
  };
}

/** @param {Change[]} changes @param {bigint} position @param {number | null} changer @returns {ChangeEvent[]} */
function eventsOf(changes, position, changer) {
  /** @type {ChangeEvent[]} */
  const events = changer === null ? [] : [{ kind: 'reset', transaction: changer }];
  if (changes.length > 0) events.push({ kind: 'changes', changes, position });
  return events;
}

/** Tries again after a pause that grows. @param {() => unknown} attempt */
function createRetry(attempt) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  let wait = FIRST_RETRY_MS;
  return {
    later() {
      clearTimeout(timer);
      timer = setTimeout(attempt, wait).unref();
      wait = Math.min(wait * 2, LONGEST_RETRY_MS);
    },
    reset: () => void (wait = FIRST_RETRY_MS),
    stop: () => clearTimeout(timer),
  };
}
