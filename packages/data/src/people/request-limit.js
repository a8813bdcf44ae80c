/** @import { Database } from '../postgres/database.js' */
import { createCache } from '@plinth/plugin';
import { param, prepare, sql } from '../sql/index.js';
import { digest, network } from './client-network.js';
import { tooManyTries } from './rate-limits.js';

const COUNT = prepare(sql`select plinth.count_request(${param('key')}, ${param('most')}, interval '1 minute') as wait`);
/** Networks whose refusal is remembered in one process. */
const MOST_KNOWN = 10_000;

/**
 * Requests without login that carry something: so many a minute from one network, over all processes. Who is over the
 * limit is refused from memory until his minute is over: a flood does not become a flood of statements.
 *
 * @param {Database} db
 */
export function createRequestLimit(db) {
  /** Until when, by network, in ms of the steady clock. @type {import('@plinth/plugin').Cache<string, number>} */
  const refused = createCache({ max: MOST_KNOWN });

  /**
   * @param {string} address @param {number} most a minute
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
