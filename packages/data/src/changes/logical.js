/** @import { ChangeDriverOptions, ChangeStream } from './types.d.ts' */
import { createListeners } from './listeners.js';
import { askLogEnd } from './log-end.js';
import { createDecoder } from './pgoutput.js';
import { createProof } from './proof.js';
import { PUBLICATION, publishTables } from './publication.js';
import { followLog } from './replication.js';

const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5000;

/**
 * Changes from the write-ahead log: every commit of whomever, a fraction of a millisecond after it. While the
 * connection is away the state is down; when it is back everybody hears `reset` first.
 *
 * @param {ChangeDriverOptions} options
 * @returns {ChangeStream}
 */
export function createLogicalStream({ connection, db, log }) {
  const { subscribe, tell } = createListeners(log);
  /** @type {Awaited<ReturnType<typeof followLog>> | null} */
  let following = null;
  /** @type {NodeJS.Timeout | undefined} */
  let retry;
  let wait = FIRST_RETRY_MS;
  let position = 0n;
  let closed = false;

  const isLive = () => following?.isFresh() ?? false;
  const proof = createProof({
    isLive,
    position: () => position,
    hurry: () => following?.hurry(),
    askEnd: () => askLogEnd(db),
  });

  async function connect() {
    try {
      await publishTables(db);
      if (closed) return;
      const opened = await followLog(connection, {
        publication: PUBLICATION,
        onMessage: decoder(),
        onPosition: reach,
        onLost: lost,
      });
      if (closed) return opened.close();
      tell({ kind: 'reset' });
      following = opened;
      wait = FIRST_RETRY_MS;
    } catch (error) {
      lost(error);
    }
  }

  const decoder = () =>
    createDecoder((changes, at) => {
      if (changes.length > 0) tell({ kind: 'changes', changes, position: at });
      reach(at);
    });

  /** @param {bigint} at */
  function reach(at) {
    if (at > position) position = at;
    following?.done(position);
    proof.advanced();
  }

  /** @param {unknown} [error] */
  function lost(error) {
    following = null;
    proof.advanced();
    if (closed) return;
    log.warn('the change stream is down; connecting again', { error: error === undefined ? undefined : String(error) });
    clearTimeout(retry);
    retry = setTimeout(connect, wait).unref();
    wait = Math.min(wait * 2, LONGEST_RETRY_MS);
  }

  return {
    kind: 'logical',
    reason: '',
    start: connect,
    subscribe,
    state: () => (isLive() ? 'live' : 'down'),
    position: () => position,
    prove: proof.prove,
    proofs: proof.made,
    cover: () => publishTables(db),
    async close() {
      closed = true;
      clearTimeout(retry);
      following?.close();
      following = null;
      proof.advanced();
    },
  };
}
