// Sends what is to be saved: one request at a time, what comes meanwhile goes with the next one, so that none overtakes a newer
// one. Without a connection it tries again, after longer and longer pauses, and at once when the connection is back.

/** Pauses between tries, in ms; the last one from then on. */
const PAUSES = [500, 1_000, 2_000, 4_000, 8_000, 15_000];

/** The connection is lost, or the server is not well: it may do it later. @param {{ status: number }} reply */
export const isLost = ({ status }) => status === 0 || status >= 500 || status === 429;

/**
 * saved: there is nothing left to send; saving: something is on its way; lost: it is tried again.
 *
 * @typedef {'saved' | 'saving' | 'lost'} SaverState
 */
/**
 * @template T, R
 * @typedef {object} Saved
 * @property {() => T | null} next what is to be sent now, with all that has changed; null: nothing
 * @property {(what: T) => Promise<R>} send
 * @property {(reply: R, what: T) => unknown} taken the server has answered; false: this may not be sent as it is
 * @property {(reply: R) => boolean} [isLost]
 * @property {(state: SaverState, reply: R | null) => void} [onState]
 * @property {(task: () => void, milliseconds: number) => unknown} [later]
 */

/** @template T, R */
export class Saver {
  /** @type {Saved<T, R>} */
  #saved;
  #isBusy = false;
  #isHeld = false;
  #tries = 0;
  /** A later pause ends an earlier one. */
  #pause = 0;

  /** @param {Saved<T, R>} saved */
  constructor(saved) {
    this.#saved = saved;
    globalThis.addEventListener?.('online', () => this.retry());
  }

  get isBusy() {
    return this.#isBusy;
  }

  /** Sends what there is, or once the request before is answered. */
  async flush() {
    if (this.#isBusy || this.#isHeld) return;
    const { next, send, taken, onState, later = setTimeout } = this.#saved;
    const what = next();
    if (what === null) return onState?.('saved', null);
    this.#isBusy = true;
    if (this.#tries === 0) onState?.('saving', null);
    const reply = await send(what);
    this.#isBusy = false;
    if ((this.#saved.isLost ?? /** @type {(reply: any) => boolean} */ (isLost))(reply)) {
      onState?.('lost', reply);
      const turn = ++this.#pause;
      const pause = PAUSES[Math.min(this.#tries++, PAUSES.length - 1)];
      return void later(() => turn === this.#pause && this.flush(), pause);
    }
    this.#tries = 0;
    if (taken(reply, what) !== false) await this.flush();
  }

  /** The connection may be back. */
  retry() {
    this.#tries = 0;
    this.#pause++;
    void this.flush();
  }

  /** Sends nothing until it is released. @param {boolean} isHeld */
  hold(isHeld) {
    this.#isHeld = isHeld;
    if (!isHeld) void this.flush();
  }
}
