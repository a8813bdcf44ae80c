/** @import { Database } from '../../postgres/database/database.js' */
import { sql } from '../../postgres/sql/index.js';

/** Deletes times of rows that no trigger looks for any more. @param {Database} db */
export async function sweepAutomation(db) {
  // A trigger looks for times since its last look, and an hour before that.
  await db.query(sql`
    delete from plinth.trigger_times t
     where t.at < now() - interval '1 day'
       and not exists (select from plinth.trigger_states s
                        where s.trigger_id = t.trigger_id and s.plan is not null
                          and s.seen_at < t.at + interval '1 day')`);
}
