/** @import { ChangeStream } from './types.d.ts' */
/** @import { Question, Welcome, Word } from './relay-wire.js' */
/** @import { Connection } from '../postgres/connect.js' */
import { createListeners } from './listeners.js';
import { createLogEnd } from './log-end.js';
import { createProof } from './proof.js';
import { unpackEvents } from './relay-wire.js';

/**
 * The holder of the stream speaks ten times a second; one that is silent for this long, in ms, counts as gone. Nothing
 * exact hangs on the number: whatever is answered from memory rests on a proof that the holder gave after the request
 * came, and one that stands still gives none, nor can its old words be taken for new. The number only spares requests
 * from waiting for proofs that won't come; so it is generous, for a busy machine may let a process wait that long.
 */
const SILENCE_MS = 1000;
const PATIENCE_MS = 5000;

/** @typedef {{ resolve(value: any): void, reject(error: Error): void, timer: NodeJS.Timeout }} Waiting */

/**
 * The change stream of a process that does not hold it itself but is told by one that does (relay-source.js). It has
 * the same face; what it is told comes in the order of the log. Where the log ends it asks the database itself, on a
 * connection of its own: while nobody writes, the holder has nothing to do for a proof. (Measured with two workers on
 * kept pages: 46 µs of all processes a request, against 55 when each proof is asked of the holder.)
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
  /** Where there is no log, only the holder's own connection can tell. */
  const logEnd = welcome.kind === 'logical' ? createLogEnd(connection) : null;

  /** The answer comes after all changes that the holder had heard of when it gave it. */
  async function askHolder() {
    if (await questions.ask('prove')) return position;
    throw new Error('The holder of the change stream has no proof');
  }

  const isLive = () => live && !closed && performance.now() - heardAt < SILENCE_MS;
  const proof = createProof({
    isLive,
    position: () => position,
    askEnd: logEnd?.ask ?? askHolder,
    // To prove something itself the holder must come to the log's end.
    hurry: logEnd ? () => void askHolder().catch(() => {}) : undefined,
  });

  return {
    kind: welcome.kind,
    reason: welcome.reason,
    start: async () => {},
    subscribe,
    state: () => (isLive() ? 'live' : 'down'),
    position: () => position,
    prove: proof.prove,
    proofs: proof.made,
    cover: async () => new Set(await questions.ask('cover')),
    /** What the holder says. @param {Word} word */
    hear(word) {
      heardAt = performance.now();
      // A loss comes before all else, a gain after what it begins with.
      live &&= word.live;
      for (const event of word.packed ? unpackEvents(word.packed) : []) tell(event);
      position = BigInt(word.position);
      live = word.live;
      questions.settle(word.answers ?? []);
      proof.advanced();
    },
    async close() {
      closed = true;
      questions.close();
      proof.advanced();
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
