/** @import { Fragment } from '../sql/index.js' */
import { WAITS } from '../runs/run-error.js';
import { sql } from '../sql/index.js';

/**
 * @typedef {{ id: string, trigger_id: string, event: string, row_key: string | null, old: Record<string, any> | null,
 *   details: Record<string, any> | null,
 *   caused_by: string | null, chain: string[], next_step: number, attempts: number, steps: any[], created_at: string }} Run
 * @typedef {{ code: string, message: string, hint?: string, step?: number }} RunError as shown to admins
 */

/**
 * One run that is due, locked until the transaction ends: a process that dies gives it back at once, and nobody else can
 * run it meanwhile.
 */
export const CLAIM = sql`
  select id, trigger_id, event, row_key, old, details, caused_by, chain, next_step, attempts, steps, created_at
    from plinth.trigger_runs
   where state = 'waiting' and due_at <= now()
   order by due_at, id
   limit 1
     for update skip locked`;

/** @param {Run} run */
export const forget = ({ id }) => sql`delete from plinth.trigger_runs where id = ${id}::uuid`;

/** Steps are done and others follow, in a transaction of their own, or later. @param {Run} run @param {number} next @param {readonly unknown[]} steps @param {Date | null} until */
export const proceed = ({ id }, next, steps, until) => sql`
  update plinth.trigger_runs
     set next_step = ${next}::int, steps = ${JSON.stringify(steps)}::jsonb, attempts = 0, error = null,
         due_at = greatest(due_at, ${until?.toISOString() ?? null}::timestamptz), started_at = coalesce(started_at, now())
   where id = ${id}::uuid`;

/** @param {Run} run @param {readonly unknown[]} steps */
export const finish = ({ id, trigger_id: trigger }, steps) => sql`
  with well as (update plinth.trigger_states set failures = 0 where trigger_id = ${trigger}::uuid and failures > 0)
  update plinth.trigger_runs
     set state = 'done', done_at = clock_timestamp(), started_at = coalesce(started_at, now()), error = null,
         attempts = attempts + 1, steps = ${JSON.stringify(steps)}::jsonb
   where id = ${id}::uuid`;

/** Later again, if that may help and has not been tried too often. @param {Run} run @param {RunError} error @param {{ mayHelp: boolean, seconds?: number }} again seconds: how long to wait at least @returns {Fragment | null} */
export function retryLater({ id, attempts }, error, { mayHelp, seconds = 0 }) {
  const wait = WAITS[attempts];
  if (!mayHelp || wait === undefined) return null;
  return sql`
  update plinth.trigger_runs
     set due_at = now() + ${Math.max(wait * 60, seconds)}::int * interval '1 second', attempts = attempts + 1, error = ${JSON.stringify(error)}::jsonb,
         started_at = coalesce(started_at, now())
   where id = ${id}::uuid`;
}

/** @param {Run} run @param {RunError} error @param {readonly unknown[]} steps */
export const giveUp = ({ id }, error, steps) => sql`
  update plinth.trigger_runs
     set state = 'failed', done_at = clock_timestamp(), started_at = coalesce(started_at, now()), attempts = attempts + 1,
         error = ${JSON.stringify(error)}::jsonb, steps = ${JSON.stringify(steps)}::jsonb
   where id = ${id}::uuid`;
