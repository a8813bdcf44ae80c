/** @import { Database } from '../../postgres/database/database.js' */
import { deleteOldRuns } from '../runs/delete-old-runs.js';
import { sql } from '../../postgres/sql/index.js';

/** Deletes old runs, and times of rows that no trigger looks for any more. @param {Database} db */
export async function sweepAutomation(db) {
  await deleteOldRuns(db, 'plinth.trigger_runs', 'done_at');
  // A trigger looks for times since its last look, and an hour before that.
  await db.query(sql`
    delete from plinth.trigger_times t
     where t.at < now() - interval '1 day'
       and not exists (select from plinth.trigger_states s
                        where s.trigger_id = t.trigger_id and s.plan is not null
                          and s.seen_at < t.at + interval '1 day')`);
}
