import { memoize } from '@plinth/plugin';

/**
 * A sequence of events. Subscribers that get the same events in the same order share one chain, so that its bytes are
 * joined only once.
 */
export class EventChain {
  /** The last chain that was made by appending an event to this one. @type {EventChain | null} */
  #next = null;
  /** @type {Buffer | null} */
  #bytes = null;

  /** @param {EventChain | null} before @param {Buffer} event */
  constructor(before, event) {
    this.before = before;
    this.event = event;
  }

  /** @param {Buffer} event @returns {EventChain} */
  append(event) {
    if (this.#next?.event !== event) this.#next = new EventChain(this, event);
    return this.#next;
  }

  bytes() {
    if (this.before === null) return this.event;
    if (this.#bytes === null) {
      const events = [];
      for (let at = /** @type {EventChain | null} */ (this); at; at = at.before) events.push(at.event);
      this.#bytes = Buffer.concat(events.reverse());
    }
    return this.#bytes;
  }
}

/** @type {(event: Buffer) => EventChain} */
export const firstInChain = memoize((event) => new EventChain(null, event));
