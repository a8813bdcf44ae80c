import { memoize } from '@plinth/plugin';
/**
 * Some events in a row. Those who hear the same in the same order share them, and the bytes that are sent are joined once
 * for all.
 */
export class Telling {
  /** The one with another event, as asked for last. @type {Telling | null} */
  #next = null;
  /** @type {Buffer | null} */
  #bytes = null;

  /** @param {Telling | null} before @param {Buffer} event */
  constructor(before, event) {
    this.before = before;
    this.event = event;
  }

  /** @param {Buffer} event @returns {Telling} */
  and(event) {
    if (this.#next?.event !== event) this.#next = new Telling(this, event);
    return this.#next;
  }

  bytes() {
    if (this.before === null) return this.event;
    if (this.#bytes === null) {
      const events = [];
      for (let at = /** @type {Telling | null} */ (this); at; at = at.before) events.push(at.event);
      this.#bytes = Buffer.concat(events.reverse());
    }
    return this.#bytes;
  }
}

/** @type {(event: Buffer) => Telling} */
export const tellFirst = memoize((event) => new Telling(null, event));
