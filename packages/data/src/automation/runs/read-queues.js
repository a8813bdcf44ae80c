/** @import { Database } from '../../postgres/database/database.js' */
import { sql } from '../../postgres/sql/index.js';

/**
 * @typedef {{ triggersWaiting: number, triggersFailed: number, triggerDelay: number, workflowsRunning: number,
 *   workflowsWaiting: number, workflowsFailed: number, mailsWaiting: number, mailsSending: number, mailDelay: number }} Queues failed: in the last 24
 *   hours; delays: how long the oldest one has been due, in seconds; 0: none is
 */

/** What waits to be done in the background, by any process. @param {Pick<Database, 'query'>} db @returns {Promise<Queues>} */
export async function readQueues(db) {
  const { rows } = await db.query(QUEUES);
  return rows[0];
}

/** The numbers are floats, because JavaScript gets larger types as text. */
const QUEUES = sql`
  select (select count(*) from plinth.trigger_runs where state = 'waiting')::float as "triggersWaiting",
         (select count(*) from plinth.trigger_runs
           where state = 'failed' and done_at > now() - interval '1 day')::float as "triggersFailed",
         coalesce(greatest(0, extract(epoch from now() - (select min(due_at) from plinth.trigger_runs
           where state = 'waiting'))), 0)::float as "triggerDelay",
         (select count(*) from plinth.workflow_runs
           where state = 'failed' and done_at > now() - interval '1 day' and not is_test)::float as "workflowsFailed",
         w.running::float as "workflowsRunning", w.waiting::float as "workflowsWaiting",
         (select count(*) from plinth.mails where state = 'waiting')::float as "mailsWaiting",
         (select count(*) from plinth.mails where state = 'sending')::float as "mailsSending",
         coalesce(greatest(0, extract(epoch from now() - (select min(due_at) from plinth.mails
           where state = 'waiting'))), 0)::float as "mailDelay"
    from (select count(*) filter (where state = 'running') as running, count(*) filter (where state = 'waiting') as waiting
            from plinth.workflow_runs where done_at is null) w`;
