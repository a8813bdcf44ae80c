import { fixed, sql } from '../../postgres/sql/index.js';
import { storedJson } from '../../postgres/sql/stored-json.js';

/**
 * @typedef {{ starter: string, id: string, object_id: string, event: string, row_key: string | null, old: Record<string, any> | null,
 *   details: Record<string, any> | null,
 *   caused_by: string | null, chain: string[], next_step: number, attempts: number, steps: any[], created_at: string }} Run
 * @typedef {{ id: string, trigger: string, began: number, ended: number, steps: readonly unknown[] }} Over times: ms since the
 *   transaction began
 * @typedef {import('../runs/run-error.js').ShownError & { step?: number }} RunError
 */

/** @type {import('../runs/claims.js').Queue} */
export const RUNS = Object.freeze({
  table: fixed('plinth.trigger_runs'),
  columns: fixed(
    'id, object_id, event, row_key, old, details, caused_by, chain, next_step, attempts, steps, created_at',
  ),
  isDue: fixed("state = 'waiting'"),
});

/** @param {readonly string[]} ids */
export const forget = (ids) => sql`delete from plinth.trigger_runs where id = any(${[...ids]}::uuid[])`;

/** Notes the steps that are done; the others follow in a transaction of their own, or later. @param {Run} run @param {number} next @param {readonly unknown[]} steps @param {Date | null} until */
export const proceed = ({ id }, next, steps, until) => sql`
  update plinth.trigger_runs
     set next_step = ${next}::int, steps = ${storedJson(steps)}::jsonb, attempts = 0, error = null,
         due_at = greatest(due_at, ${until?.toISOString() ?? null}::timestamptz), started_at = coalesce(started_at, now())
   where id = ${id}::uuid`;

/**
 * Notes runs that are over.
 *
 * @param {readonly Over[]} runs
 */
export const finish = (runs) => sql`
  with over as materialized (
    select * from jsonb_to_recordset(${storedJson(runs)}::text::jsonb) o (id uuid, trigger uuid, began float, ended float, steps jsonb)
  ), well as (
    update plinth.trigger_states set failures = 0 where failures > 0 and trigger_id in (select trigger from over)
  )
  update plinth.trigger_runs r
     set state = 'done', started_at = coalesce(started_at, now() + o.began * interval '1 millisecond'),
         done_at = now() + o.ended * interval '1 millisecond', error = null, attempts = attempts + 1, steps = o.steps
    from over o
   where r.id = o.id`;

/** @param {Run} run @param {RunError} error @param {number} seconds until another try */
export const retryLater = ({ id }, error, seconds) => sql`
  update plinth.trigger_runs
     set due_at = now() + ${seconds}::int * interval '1 second', attempts = attempts + 1, error = ${storedJson(error)}::jsonb,
         started_at = coalesce(started_at, now())
   where id = ${id}::uuid`;

/** @param {Run} run @param {RunError} error @param {readonly unknown[]} steps */
export const giveUp = ({ id }, error, steps) => sql`
  update plinth.trigger_runs
     set state = 'failed', done_at = clock_timestamp(), started_at = coalesce(started_at, now()), attempts = attempts + 1,
         error = ${storedJson(error)}::jsonb, steps = ${storedJson(steps)}::jsonb
   where id = ${id}::uuid`;
