/** @import { ChangeStream } from './types.d.ts' */
/** @import { Question, Welcome, Word } from './relay-wire.js' */
/** @import { Connection } from '../database/connect.js' */
import { createListeners } from './listeners.js';
import { createLogEnd } from './log-end.js';
import { createFreshnessBarrier } from './freshness-barrier.js';
import { unpackEvents } from './relay-wire.js';

/**
 * The process that holds the stream sends ten messages a second; after this much silence, in ms, it counts as lost.
 * Correctness does not depend on the number, because every cached answer waits for a barrier of its own. It only spares
 * requests from waiting for a barrier that can't complete, and is generous because a busy machine may stall a process.
 */
const SILENCE_MS = 1000;
const PATIENCE_MS = 5000;

/** @typedef {{ resolve(value: any): void, reject(error: Error): void, timer: NodeJS.Timeout }} Waiting */

/**
 * The change stream of a worker that receives it from the process that holds it (relay-source.js), with the same
 * interface and in the order of the log. The worker asks the database for the end of the log on a connection of its
 * own, so that the holder has no work while nobody writes. (Measured with two workers on cached pages: 46 µs of CPU a
 * request, against 55 µs when each barrier asks the holder.)
 *
 * @param {{ welcome: Welcome, connection: Connection, send(question: Question): void,
 *   log: { warn(event: string, fields?: object): void } }} options
 *   send: to the holder
 * @returns {ChangeStream & { hear(word: Word): void }}
 */
export function createRelayedStream({ welcome, connection, send, log }) {
  const { subscribe, tell } = createListeners(log);
  const questions = createQuestions(send);
  let position = BigInt(welcome.word.position);
  let { live } = welcome.word;
  let heardAt = performance.now();
  let closed = false;
  /** Without a log, only the holder's connection knows the position. */
  const logEnd = welcome.kind === 'logical' ? createLogEnd(connection) : null;

  /** The answer arrives after all changes that the holder had received when it answered. */
  async function askHolder() {
    if (await questions.ask('caughtUp')) return position;
    throw new Error('The holder of the change stream is not caught up');
  }

  const isLive = () => live && !closed && performance.now() - heardAt < SILENCE_MS;
  const barrier = createFreshnessBarrier({
    isLive,
    position: () => position,
    askEnd: logEnd?.askEnd ?? askHolder,
    // The holder's own barrier makes it read to the end of the log.
    hurry: logEnd ? () => void askHolder().catch(() => {}) : undefined,
  });

  return {
    kind: welcome.kind,
    reason: welcome.reason,
    start: async () => {},
    subscribe,
    state: () => (isLive() ? 'live' : 'down'),
    position: () => position,
    caughtUp: barrier.caughtUp,
    barriers: barrier.count,
    cover: async () => new Set(await questions.ask('cover')),
    /** A message from the holder. @param {Word} word */
    hear(word) {
      heardAt = performance.now();
      // A lost stream counts at once, a restored one only after the events of this message.
      live &&= word.live;
      for (const event of word.packed ? unpackEvents(word.packed) : []) tell(event);
      position = BigInt(word.position);
      live = word.live;
      questions.settle(word.answers ?? []);
      barrier.advanced();
    },
    async close() {
      closed = true;
      questions.close();
      barrier.advanced();
      await logEnd?.close();
    },
  };
}

/** @param {(question: Question) => void} send */
function createQuestions(send) {
  /** @type {Map<number, Waiting>} */
  const waiting = new Map();
  let asked = 0;

  /** @param {number} id @param {(of: Waiting) => void} settle */
  function end(id, settle) {
    const found = waiting.get(id);
    if (!found) return;
    waiting.delete(id);
    clearTimeout(found.timer);
    settle(found);
  }

  /** @param {number} id @param {string} why */
  const fail = (id, why) => end(id, ({ reject }) => reject(new Error(why)));

  return {
    /** @param {Question['ask']} what @returns {Promise<any>} */
    ask(what) {
      return new Promise((resolve, reject) => {
        const id = ++asked;
        const timer = setTimeout(fail, PATIENCE_MS, id, 'The holder of the change stream does not answer');
        waiting.set(id, { resolve, reject, timer });
        send({ id, ask: what });
      });
    },
    /** @param {import('./relay-wire.js').Answer[]} answers */
    settle(answers) {
      for (const { id, value, error } of answers) {
        if (error === undefined) end(id, ({ resolve }) => resolve(value));
        else fail(id, error);
      }
    },
    close() {
      for (const id of [...waiting.keys()]) fail(id, 'The change stream is closed');
    },
  };
}
