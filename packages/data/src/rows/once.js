import { AppError } from '@plinth/plugin';
import { sql } from '../sql/index.js';

/** @import { Actor } from '@plinth/plugin' */
/** @import { Database } from '../postgres/database.js' */
/** @import { StepOutcome, WriteStep } from './transact.js' */
/** @typedef {{ status: number, body: string, replayed: boolean }} KeptAnswer */

/**
 * Writes that happen once however often they are asked for. The answer is kept with the key in the same transaction as
 * the writes: either both are there or neither. Refused writes keep nothing, so that they can be tried again.
 *
 * @param {{ db: Database, transact: ReturnType<typeof import('./transact.js').createTransact> }} context
 */
export function createOnce({ db, transact }) {
  return {
    /**
     * @param {Actor} actor somebody who is logged in @param {{ key: string, request: Buffer }} claim request: a hash of
     *   what was asked for
     * @param {readonly WriteStep[]} steps
     * @param {{ alone?: boolean, answer(outcomes: StepOutcome[]): { status: number, body: string } }} options
     * @returns {Promise<KeptAnswer>}
     * @throws IDEMPOTENCY_KEY_USED (409) for a key that came with another request
     */
    async once(actor, { key, request }, steps, { alone, answer }) {
      /** @type {KeptAnswer | null} */
      let found = null;
      await transact(actor, steps, {
        alone,
        async around(tx, work) {
          const claimed = await tx.query(sql`
            insert into plinth.idempotent_answers as a (user_id, key, request)
            values (${actor.userId}::uuid, ${key}, ${request})
            on conflict (user_id, key) do update
               set request = excluded.request, status = null, body = null, created_at = now()
             where a.created_at < now() - interval '1 day'
            returning 1`);
          if (claimed.rows.length === 0) {
            found = answerIn(await findAnswer(tx, actor, key, request));
            return [];
          }
          const outcomes = await work();
          const { status, body } = answer(outcomes);
          await tx.query(sql`
            update plinth.idempotent_answers set status = ${status}, body = ${body}
             where user_id = ${actor.userId}::uuid and key = ${key}`);
          found = { status, body, replayed: false };
          return outcomes;
        },
      });
      return /** @type {KeptAnswer} */ (/** @type {unknown} */ (found));
    },

    /**
     * What was answered to a request that was done before; null where nothing is kept.
     *
     * @param {Actor} actor @param {{ key: string, request: Buffer }} claim
     * @returns {Promise<KeptAnswer | null>}
     * @throws IDEMPOTENCY_KEY_USED (409)
     */
    async answered(actor, { key, request }) {
      const found = await findAnswer(db, actor, key, request);
      return found && !found.isOver ? answerIn(found) : null;
    },

    sweepAnswers: async () =>
      void (await db.query(sql`
        delete from plinth.idempotent_answers where created_at < now() - interval '1 day'`)),
  };
}

/** @param {{ query: Function }} on @param {Actor} actor @param {string} key @param {Buffer} request */
async function findAnswer(on, actor, key, request) {
  const { rows } = await on.query(sql`
    select status, body, request = ${request} as same, created_at < now() - interval '1 day' as "isOver"
      from plinth.idempotent_answers
     where user_id = ${actor.userId}::uuid and key = ${key}`);
  return rows[0] ?? null;
}

/** @param {any} found of findAnswer @returns {KeptAnswer} */
function answerIn(found) {
  if (found?.same !== true || found.body === null) {
    throw new AppError('IDEMPOTENCY_KEY_USED', 'This Idempotency-Key was used for another request', {
      status: 409,
      hint: 'Send each new request with a key of its own',
    });
  }
  return { status: found.status, body: found.body, replayed: true };
}
