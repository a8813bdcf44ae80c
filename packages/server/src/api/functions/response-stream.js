/** @import { AppFunction } from '@plinth/plugin' */
/** @import { Response } from '../../types.d.ts' */
import { once } from 'node:events';
import { AppError, phrase } from '@plinth/plugin';
import { VARY } from '../../http/requests/security-headers.js';
import { headOf } from './send-done.js';

/**
 * Bytes that wait for a slow reader. Up to this a function goes on; then it waits as well, until its time is over. So it ends
 * within its limits, and what it has sent by then is still delivered.
 */
const MOST_WAITING = 1_000_000;

/**
 * A response that a function sends in parts.
 *
 * @param {Response} res @param {AppFunction} fn
 */
export function createResponseStream(res, fn) {
  const left = new AbortController();
  let hasBegun = false;
  // A function that answers at once goes on: what it does may be needed whether or not somebody waits for it.
  res.once('close', () => hasBegun && !res.writableEnded && left.abort());

  /** @param {object} head */
  function begin(head) {
    const { status, type, headers } = headOf(fn, head, 'text/plain');
    hasBegun = true;
    res.statusCode = status;
    res.setHeader('content-type', type);
    res.setHeader('vary', VARY);
    // Proxies would collect the parts.
    res.setHeader('x-accel-buffering', 'no');
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  }

  return {
    signal: left.signal,

    /** @param {{ text: string, head?: object }} part head: of the first one */
    async take({ text, head }) {
      if (head) begin(head);
      // Parts that were under way when the head was refused.
      if (!hasBegun) throw nobodyWaits(fn);
      if (res.destroyed) throw nobodyWaits(fn);
      res.write(text);
      if (res.writableLength <= MOST_WAITING) return;
      await once(res, 'drain', { signal: left.signal }).catch(() => Promise.reject(nobodyWaits(fn)));
    },
  };
}

/** @param {AppFunction} fn */
const nobodyWaits = ({ name }) =>
  new AppError('FUNCTION_LEFT', phrase`Nobody waits for the function "${name}" any more`, { status: 499 });
