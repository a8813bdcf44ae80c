/** @import { Run } from './perform.js' */
import { AppError, phrase } from '@plinth/plugin';
import { sql } from '../../postgres/sql/index.js';
import { spanInWords } from '../../postgres/words/span.js';

/** Messages of one person, or of one function called by visitors, in an hour. */
const MOST = 100;

/**
 * Limits how many messages calls send. Visitors send none, unless the function runs as the system.
 *
 * @param {import('../../postgres/database/database.js').Database} db @param {string} kind of message
 */
export function createHourlyLimit(db, kind) {
  /** @param {Run} run @throws {AppError} LOGIN_REQUIRED, TOO_MANY_TRIES */
  return async ({ fn, caller }) => {
    if (caller.userId === null && fn.runAs !== 'system')
      throw new AppError('LOGIN_REQUIRED', 'Log in to continue', { status: 401 });
    const who = caller.userId ?? `function:${fn.id}`;
    const { rows } = await db.query(
      sql`select plinth.take_attempt(${`${kind}:${who}`}, ${MOST}, '1 hour'::interval) as wait`,
    );
    const minutes = Math.ceil(Number(rows[0].wait) / 60);
    if (minutes <= 0) return;
    throw new AppError('TOO_MANY_TRIES', 'Too many attempts', {
      status: 429,
      details: { retryAfter: minutes * 60 },
      hint: phrase`Wait ${spanInWords(minutes, 'minutes')} and try again`,
    });
  };
}
