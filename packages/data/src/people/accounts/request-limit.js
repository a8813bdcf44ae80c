/** @import { Database } from '../../postgres/database/database.js' */
import { createCache } from '@plinth/plugin';
import { param, prepare, sql } from '../../postgres/sql/index.js';
import { digest, network } from '../../postgres/fairness/client-network.js';
import { tooManyTries } from './rate-limits.js';

const COUNT = prepare(sql`select plinth.count_request(${param('key')}, ${param('most')}, interval '1 minute') as wait`);
/** How many refused networks a process remembers. */
const MOST_KNOWN = 10_000;

/**
 * Limits requests with a body and without login, per minute and network, over all processes. A network over its limit
 * is refused from memory until the minute is over, so that a flood of requests does not become a flood of statements.
 *
 * @param {Database} db
 */
export function createRequestLimit(db) {
  /**
   * Refused until when, by network, in ms of the monotonic clock.
   *
   * @type {import('@plinth/plugin').Cache<string, number>}
   */
  const refused = createCache({ max: MOST_KNOWN });

  /**
   * @param {string} address @param {number} most per minute
   * @throws {AppError} TOO_MANY_TRIES (429)
   */
  return async (address, most) => {
    const key = network(address);
    const until = refused.get(key);
    if (until !== undefined) {
      const left = until - performance.now();
      if (left > 0) throw tooManyTries(left / 1000);
      refused.delete(key);
    }
    const { rows } = await db.query(COUNT.bind({ key: `visit:${digest(key)}`, most }));
    const wait = Number(rows[0].wait);
    if (wait <= 0) return;
    refused.set(key, performance.now() + wait * 1000);
    throw tooManyTries(wait);
  };
}
