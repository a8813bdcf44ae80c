/** @import { Request } from '../../types.d.ts' */
import { PERSONAL } from './security-headers.js';

/** What is asked for again each time. */
const ASKED_AGAIN = 'private, no-cache';

/**
 * The head of an answer. A script that has its browser store nothing (`cache: 'no-store'`) needs not be told to: the browser
 * would not keep the page for Back that got such an answer. The page itself says so, and leaves the browser's memory
 * when its session ends.
 *
 * @template {string | readonly string[]} H
 * @param {Pick<Request, 'headers'>} req @param {H} head cache-control, or names and values in turn
 * @returns {H}
 */
export function forScript({ headers }, head) {
  if (headers['sec-fetch-dest'] !== 'empty' || headers['cache-control'] !== 'no-cache') return head;
  const swapped = (/** @type {string} */ one) => (one === PERSONAL ? ASKED_AGAIN : one);
  return /** @type {H} */ (typeof head === 'string' ? swapped(head) : head.map(swapped));
}
