/** @import { Database } from '../../../postgres/database/database.js' */
import { randomBytes } from 'node:crypto';
import { tooManyTries } from '../../../people/accounts/rate-limits.js';
import { sql } from '../../../postgres/sql/index.js';
import { notText, replayed } from './hook-errors.js';

/** Text that PostgreSQL can't store: a zero, or half of a character. */
const NO_TEXT = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/i;

/**
 * Starts a trigger with the input of a call, unless the same call has started it before.
 *
 * @param {Database} db @param {{ id: string, source: string, event: string, cause: string | null, proof: string | null }} call
 *   id: of the trigger; event: JSON; cause: the user; proof: the same for the same call; null: there is none
 * @returns {Promise<string>} the run's id
 * @throws {import('@plinth/plugin').AppError} HOOK_NOT_TEXT, HOOK_REPLAYED
 */
export async function startOnce(db, { id, source, event, cause, proof }) {
  if (NO_TEXT.test(event)) throw notText();
  const { rows } = await db.query(sql`
    with proof as (
      insert into plinth.hook_proofs (trigger_id, proof) values (${id}::uuid, ${proof ?? randomBytes(16).toString('hex')})
      on conflict do nothing returning 1)
    select plinth.start_trigger(${id}::uuid, ${source}, null, ${event}::jsonb, ${cause}::uuid, now()) as run from proof`);
  if (rows.length === 0) throw replayed();
  return rows[0].run;
}

/**
 * Counts a call.
 *
 * @param {Database} db @param {string} what such as `hook:` and the trigger's id @param {number | null} [perMinute] at most
 * @throws {import('@plinth/plugin').AppError} TOO_MANY_TRIES (429)
 */
export async function limitCalls(db, what, perMinute) {
  const { rows } = await db.query(
    sql`select plinth.count_request(${what}, ${perMinute ?? 60}::int, interval '1 minute') as wait`,
  );
  const wait = Number(rows[0].wait);
  if (wait > 0) throw tooManyTries(wait);
}
