/** @import { Request, Response } from '../types.d.ts' */
import { setTimeout as sleep } from 'node:timers/promises';

const COOKIE = 'plinth_seen';
const PATTERN = /(?:^|;\s*)plinth_seen=(\d{1,20})(?:;|$)/;
const MAX_AGE_S = 600;
const PATIENCE_MS = 1000;
const RETRY_MS = 500;

/**
 * Everyone reads his own writes: the answer to a write carries the log's position, and nobody who has seen a newer one
 * than this process has heard of is answered from memory. Within this process that holds for everybody.
 *
 * @param {import('./pages.js').Stream} stream
 */
export function createWriteMarks(stream) {
  let own = 0n;
  /** Writes whose position is not known yet; until then nothing is answered from memory. */
  let unknown = 0;
  let closed = false;

  /** @returns {Promise<bigint | null>} null: the database does not answer right now */
  async function markWrite() {
    unknown++;
    const asking = ask().finally(() => unknown--);
    return Promise.race([asking, sleep(PATIENCE_MS, null, { ref: false })]);
  }

  async function ask() {
    while (!closed) {
      try {
        const position = await stream.mark();
        if (position > own) own = position;
        return position;
      } catch {
        await sleep(RETRY_MS, undefined, { ref: false });
      }
    }
    return null;
  }

  return {
    /** Whether this process has heard of everything that the reader may know. @param {string | undefined} cookie */
    isCurrent(cookie) {
      if (unknown > 0 || stream.position() < own) return false;
      if (cookie === undefined || !cookie.includes(COOKIE)) return true;
      const seen = PATTERN.exec(cookie)?.[1];
      return seen === undefined || BigInt(seen) <= stream.position();
    },

    /**
     * Holds the answer of a request that may have written until its position is known.
     *
     * @param {Response} res @param {(error: unknown) => void} onError
     */
    follow(res, onError) {
      let marked = false;
      const mark = async () => {
        marked = true;
        const position = await markWrite();
        if (position !== null && !res.headersSent) res.cookie(COOKIE, String(position), { maxAge: MAX_AGE_S });
      };
      for (const verb of /** @type {const} */ (['html', 'json', 'redirect'])) {
        const send = /** @type {(...parts: any[]) => void} */ (res[verb]);
        res[verb] = (/** @type {any[]} */ ...parts) => {
          if (marked) return send(...parts);
          mark()
            .then(() => send(...parts))
            .catch(onError);
        };
      }
      // An answer that went another way, or was cut off after the write.
      res.once('close', () => marked || void mark());
    },
    close: () => void (closed = true),
  };
}
