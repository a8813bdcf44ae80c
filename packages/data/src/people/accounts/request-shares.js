/** @import { Database } from '../../postgres/database/database.js' */
import { createCache } from '@plinth/plugin';
import { param, prepare, sql } from '../../postgres/sql/index.js';
import { digest, network } from '../../postgres/fairness/client-network.js';
import { tooManyTries } from './rate-limits.js';

const TAKE = prepare(sql`
  select granted, rest
    from plinth.take_requests(${param('key')}, ${param('most')}, interval '1 minute', ${param('wanted')})`);
const MOST_KNOWN = 10_000;
/** The part of a window's requests that a process takes at a time. What it does not use is lost to other processes. */
const PART = 50;

/**
 * How many requests a process may still let through for a caller, until when (ms of the monotonic clock), and whether
 * the window is used up.
 *
 * @typedef {{ left: number, until: number, spent: boolean, asking?: Promise<void> }} Share
 */

/**
 * Limits requests per minute and caller over all processes. Most requests need no statement: a process uses up the
 * share that it took, and refuses from memory once the caller's minute is used up.
 *
 * @param {Database} db
 */
export function createRequestShares(db) {
  const shares = /** @type {import('@plinth/plugin').Cache<string, Share>} */ (createCache({ max: MOST_KNOWN }));
  const shareOf = (/** @type {string} */ key) => shares.getOrMake(key, () => ({ left: 0, until: 0, spent: false }));

  /** @param {string} key @param {number} most @param {Share} share */
  async function take(key, most, share) {
    const wanted = Math.max(1, Math.ceil(most / PART));
    const { rows } = await db.query(TAKE.bind({ key: `api:${digest(key)}`, most, wanted }));
    const [{ granted, rest }] = rows;
    Object.assign(share, { left: granted, spent: granted === 0, until: performance.now() + Number(rest) * 1000 });
  }

  /**
   * @param {string} who a user's id or an address; a whole IPv6 network is one caller @param {number} most per minute
   * @returns {Promise<void>}
   * @throws {import('@plinth/plugin').AppError} TOO_MANY_TRIES (429)
   */
  return async (who, most) => {
    const key = who.includes(':') ? network(who) : who;
    const share = shareOf(key);
    for (;;) {
      const now = performance.now();
      const isOver = share.until <= now;
      if (!isOver && share.left > 0) return void share.left--;
      if (!isOver && share.spent) throw tooManyTries((share.until - now) / 1000);
      share.asking ??= take(key, most, share).finally(() => (share.asking = undefined));
      await share.asking;
    }
  };
}
