/** @import { ChangeEvent, ChangeStream } from './types.d.ts' */
/** @import { Answer, Question, Welcome, Word } from './relay-wire.js' */
import { packEvents } from './relay-wire.js';

/** How often members get a message while nothing happens, in ms. */
export const HEARTBEAT_MS = 100;
/** A member with this many unsent messages gets none until they are sent; after that it starts over with a reset. */
const MOST_UNDER_WAY = 500;

/**
 * Sends messages in order; `sent` is called when the operating system has accepted one.
 *
 * @typedef {(message: { welcome: Welcome } | { word: Word }, sent: () => void) => void} Send
 * @typedef {{ send: Send, answers: Answer[], underWay: number, behind: boolean }} Member
 */

/**
 * Shares one change stream with other processes: all events of a tick are one message for each of them. They learn of a
 * lost stream from the next message, and until then no barrier succeeds.
 *
 * @param {ChangeStream} stream
 */
export function createRelaySource(stream) {
  /** @type {Set<Member>} */
  const members = new Set();
  /** @type {ChangeEvent[]} */
  let events = [];
  /** @type {NodeJS.Immediate | null} */
  let planned = null;
  let told = { live: false, position: 0n };

  const offEvents = stream.subscribe((event) => {
    events.push(event);
    plan();
  });
  const heartbeat = setInterval(flush, HEARTBEAT_MS, true).unref();

  function plan() {
    planned ??= setImmediate(flush);
  }

  /** A message with answers only goes to those who asked. @param {boolean} [toAll] */
  function flush(toAll = false) {
    if (planned) clearImmediate(planned);
    planned = null;
    const packed = events.length > 0 ? packEvents(events) : undefined;
    const live = stream.state() === 'live';
    const isNews = toAll || packed !== undefined || live !== told.live;
    events = [];
    told = { live, position: stream.position() };
    for (const member of members) {
      if (isNews || member.answers.length > 0) tell(member, { ...wordOf(told), packed });
    }
  }

  /** @param {Member} member @param {Question} question */
  async function answer(member, { id, ask }) {
    try {
      const value = await replies[ask](stream);
      member.answers.push({ id, value });
    } catch (error) {
      member.answers.push({ id, error: String(error) });
    }
    plan();
  }

  return {
    /**
     * Adds another process. Its first message is the stream's current position.
     *
     * @param {Send} send
     */
    join(send) {
      // Pending events belong to the members that were there before.
      flush();
      /** @type {Member} */
      const member = { send, answers: [], underWay: 0, behind: false };
      members.add(member);
      const { kind, reason } = stream;
      send({ welcome: { kind, reason, word: wordOf(told) } }, () => {});
      return {
        /** @param {Question} question */
        hear: (question) => void answer(member, question),
        leave: () => void members.delete(member),
      };
    },
    close() {
      offEvents();
      clearInterval(heartbeat);
      if (planned) clearImmediate(planned);
      members.clear();
    },
  };
}

/** @type {Record<Question['ask'], (stream: ChangeStream) => Promise<unknown>>} */
const replies = {
  caughtUp: (stream) => stream.caughtUp(),
  cover: async (stream) => [...(await stream.cover())],
};

/** @param {{ live: boolean, position: bigint }} state @returns {Word} */
function wordOf({ live, position }) {
  return { live, position: String(position) };
}

/**
 * A member that stops reading must not fill our memory: it misses events, and gets `reset` once it reads again.
 *
 * @param {Member} member @param {Word} word
 */
function tell(member, word) {
  if (member.underWay >= MOST_UNDER_WAY) member.behind = true;
  if (member.behind && member.underWay > 0) return;
  if (member.behind) word = { ...word, packed: packEvents([{ kind: 'reset' }]) };
  member.behind = false;
  if (member.answers.length > 0) word.answers = member.answers.splice(0);
  member.underWay++;
  member.send({ word }, () => member.underWay--);
}
