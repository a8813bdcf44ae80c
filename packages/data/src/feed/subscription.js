/** @import { Actor } from '@plinth/plugin' */
/** @import { Audience } from './audiences.js' */
import { tellFirst } from './telling.js';

/**
 * Who listens, as whoever holds his connection knows him.
 *
 * @typedef {object} Listener
 * @property {readonly string[]} watch what its rights rest on: "users:<id>", "sessions:<id>"
 * @property {() => Promise<Actor | null>} confirm who it is now; null: nobody any more
 * @property {(event: Buffer) => void} send
 * @property {(why: string) => void} end called at most once
 */
/**
 * What the feed knows of a listener. Ten thousand of them wait at once, so what they have in common is one object for
 * all of them.
 *
 * @typedef {object} About
 * @property {Actor} actor
 * @property {Listener} listener
 * @property {readonly string[]} tables that it only wants to know of, not their rows
 * @property {string} signature of what it rests on in the Catalog
 * @property {ReadonlySet<string> | null} kinds null: all
 * @property {boolean} resumed whether it has rows from before
 */

/** One who is told of changes. */
export class Subscription {
  /** @type {readonly Audience[]} */
  audiences = NONE;
  /** @type {import('./telling.js').Telling | null} */
  pending = null;
  over = false;

  /** @param {About} about */
  constructor({ actor, listener, tables, signature, kinds, resumed }) {
    this.actor = actor;
    this.listener = listener;
    this.tables = tables;
    this.signature = signature;
    this.kinds = kinds;
    this.resumed = resumed;
  }

  /** Names of tables of which rows are told. */
  rows() {
    return this.audiences.map(({ sight }) => sight.table);
  }

  /** To be told at the end of the batch. @param {Buffer} event @param {Subscription[]} waiting takes all who have something */
  hear(event, waiting) {
    if (this.pending === null) waiting.push(this);
    this.pending = this.pending === null ? tellFirst(event) : this.pending.and(event);
  }
}

/** @type {readonly Audience[]} */
const NONE = Object.freeze([]);

/**
 * An event as it travels (server-sent events, HTML standard section 9.2).
 *
 * @param {string | null} id @param {string} kind @param {object} data
 */
export function printEvent(id, kind, data) {
  return Buffer.from(`${id === null ? '' : `id: ${id}\n`}event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`);
}
