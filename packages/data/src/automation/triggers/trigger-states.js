/** @import { Actor } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
import { requireAdmin } from '../../rules/rights/require-admin.js';
import { sql } from '../../postgres/sql/index.js';

/** Waiting runs are not counted further. */
const MOST_WAITING = 1000;

/**
 * @typedef {{ last: { state: import('../runs/run-list.js').RunState, createdAt: string } | null, failures: number, waiting: number,
 *   nextAt: string | null, mailboxFailures: number }} TriggerState mailboxFailures: looks into its mailbox since the last one that went well
 */

/** @param {Database} db */
export function createTriggerStates(db) {
  return {
    /**
     * What admins see of each trigger, by its id.
     *
     * @param {Actor} actor @param {readonly string[]} triggers ids @returns {Promise<Map<string, TriggerState>>}
     */
    async states(actor, triggers) {
      requireAdmin(actor);
      const { rows } = await db.query(sql`
        select t.id, last.state, last.created_at, coalesce(s.failures, 0) as failures, s.next_at,
               coalesce(m.failures, 0) as mailbox_failures,
               (select count(*)::int from (select from plinth.trigger_runs w
                                            where w.object_id = t.id and w.state = 'waiting' limit ${MOST_WAITING}) w) as waiting
          from unnest(${[...triggers]}::uuid[]) t (id)
          left join plinth.trigger_states s on s.trigger_id = t.id
          left join plinth.mailboxes m on m.trigger_id = t.id
          left join lateral (select r.state, r.created_at from plinth.trigger_runs r
                              where r.object_id = t.id order by r.id desc limit 1) last on true`);
      return new Map(
        rows.map(({ id, state, created_at: createdAt, failures, waiting, ...row }) => [
          id,
          {
            last: state === null ? null : { state, createdAt },
            failures,
            waiting,
            nextAt: row.next_at,
            mailboxFailures: row.mailbox_failures,
          },
        ]),
      );
    },
  };
}
