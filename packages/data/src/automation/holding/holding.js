/** @import { Actor } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
/** @import { Transaction } from '../../postgres/database/transaction.js' */
import { requireAdmin } from '../../rules/rights/require-admin.js';
import { sql } from '../../postgres/sql/index.js';

/**
 * @typedef {object} Held
 * @property {string} since
 * @property {string} backupAt when the backup was made that was restored
 * @property {number} runs of triggers that wait, and planned ones whose time has come
 * @property {number} mails that wait
 * @property {number} workflows runs that go on once it is over
 */

/**
 * A site that was restored holds still: no trigger, schedule, workflow or mailbox, no e-mail and no request to other
 * systems, until an admin turns them on. Work that became due in the meantime is skipped, unless the admin wants it done.
 *
 * @param {{ db: Database, events: import('../../gate/security/security-events.js').SecurityEvents,
 *   outbox: { cancelWaiting(tx: Transaction): Promise<unknown> }, goOn: readonly (() => unknown)[] }} context
 *   goOn: wakes the workers of this process
 */
export function createHolding({ db, events, outbox, goOn }) {
  return {
    /** @param {Actor} actor @returns {Promise<Held | null>} null: the site is live */
    async state(actor) {
      requireAdmin(actor);
      const { rows } = await db.query(STATE);
      return rows[0] ?? null;
    },

    /** @param {Actor} actor @param {{ catchUp: boolean }} how catchUp: does the work that became due, instead of skipping it */
    async release(actor, { catchUp }) {
      requireAdmin(actor);
      await db.transaction(async (tx) => {
        const { rowCount } = await tx.query(sql`delete from plinth.holds`);
        if (!rowCount) return;
        if (!catchUp) await skipDue(tx, outbox);
        const what = catchUp ? 'with what was due' : 'without what was due';
        await events.add('turned-on', { by: actor.userId, address: actor.address, what }, tx);
      });
      for (const wake of goOn) void wake();
    },
  };
}

/** @param {Transaction} tx @param {{ cancelWaiting(tx: Transaction): Promise<unknown> }} outbox */
async function skipDue(tx, outbox) {
  const skipped = JSON.stringify({ code: 'SITE_HELD', message: 'Skipped: it was due while the restored site was off' });
  await tx.query(sql`
    update plinth.trigger_runs set state = 'done', done_at = now(), error = ${skipped}::jsonb where state = 'waiting'`);
  // Schedules are planned again from now on. A source that remembers its position goes on from there.
  await tx.query(sql`
    update plinth.trigger_states set plan = null, next_at = null, planned_at = null
     where next_at <= now() and memory is null`);
  await outbox.cancelWaiting(tx);
  // The original site has read later mails, so a mailbox starts at its end, like a new one.
  await tx.query(sql`
    update plinth.mailboxes set begun_at = now(), uid_validity = null, last_uid = null, since = null, next_at = now()`);
}

const STATE = sql`
  select h.since, h.backup_at as "backupAt",
         ((select count(*) from plinth.trigger_runs where state = 'waiting')
          + (select count(*) from plinth.trigger_states where next_at <= now()))::int as runs,
         (select count(*) from plinth.mails where state = 'waiting')::int as mails,
         (select count(*) from plinth.workflow_runs where done_at is null and not is_test)::int as workflows
    from plinth.holds h`;
