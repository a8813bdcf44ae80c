/** @import { Actor } from '@plinth/plugin' */
/** @import { Audience } from './audiences.js' */
import { firstInChain } from './event-chain.js';

/**
 * The client of a subscription, provided by the owner of its connection.
 *
 * @typedef {object} Listener
 * @property {readonly string[]} watch what its rights depend on: "users:<id>", "sessions:<id>"
 * @property {() => Promise<Actor | null>} confirm the current actor; null: no longer logged in
 * @property {(event: Buffer) => void} send
 * @property {(why: string) => void} end called at most once
 */
/**
 * What the feed knows of a listener. There may be ten thousand, so they share objects wherever possible.
 *
 * @typedef {object} About
 * @property {Actor} actor
 * @property {Listener} listener
 * @property {readonly string[]} tables of which it only needs to know that they changed
 * @property {string} signature of what it depends on in the Catalog
 * @property {ReadonlySet<string> | null} kinds null: all
 * @property {boolean} resumed whether the client still has rows from before
 */

/** A subscription to changes. */
export class Subscription {
  /** @type {readonly Audience[]} */
  audiences = NONE;
  /** @type {import('./event-chain.js').EventChain | null} */
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

  /** Names of tables whose rows are delivered. */
  rows() {
    return this.audiences.map(({ plan }) => plan.table);
  }

  /** Adds an event, to be sent at the end of the batch. @param {Buffer} event @param {Subscription[]} waiting collects subscriptions with events */
  enqueue(event, waiting) {
    if (this.pending === null) waiting.push(this);
    this.pending = this.pending === null ? firstInChain(event) : this.pending.append(event);
  }
}

/** @type {readonly Audience[]} */
const NONE = Object.freeze([]);

/**
 * A server-sent event (HTML standard, section 9.2).
 *
 * @param {string | null} id @param {string} kind @param {object} data
 */
export function printEvent(id, kind, data) {
  return Buffer.from(`${id === null ? '' : `id: ${id}\n`}event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`);
}
