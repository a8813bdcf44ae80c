/** @import { Actor } from '@plinth/plugin' */
/** @import { Database } from '../postgres/database.js' */
/** @import { Within } from '../rows/within.js' */
import { requireAdmin } from '../people/require-admin.js';
import { asUuid, k, sql } from '../sql/index.js';
import { readRun } from './claims.js';
import { cancelRun } from './endings.js';
import { runNotFound } from './run-list.js';

/** Days that a run is kept after it ended. */
const KEEP_DAYS = 30;
const SWEPT = 2000;

/**
 * What admins can do with a run.
 *
 * @param {{ db: Database, within: <T>(work: (gate: Within) => Promise<T>) => Promise<T>, wake: () => void }} context
 */
export function createRunControl({ db, within, wake }) {
  return {
    /**
     * @param {Actor} actor @param {string} id @param {{ isUndone: boolean }} options isUndone: what it did is taken back first
     * @throws {AppError} RUN_NOT_FOUND also for runs that have ended
     */
    async cancel(actor, id, options) {
      requireAdmin(actor);
      const isCancelled = asUuid(id) !== null && (await within((gate) => cancelRun(gate, id, options)));
      if (!isCancelled) throw runNotFound();
      wake();
    },

    /**
     * Goes on with a failed run from the step that failed, or tries a step that waits to be tried again at once.
     *
     * @param {Actor} actor @param {string} id @throws {AppError} RUN_NOT_FOUND
     */
    async retry(actor, id) {
      requireAdmin(actor);
      const isBack = asUuid(id) !== null && (await within((gate) => goBack(gate, id)));
      if (!isBack) throw runNotFound();
      wake();
    },

    /** Deletes old runs, and documents that no run needs. */
    async sweep() {
      const old = k('plinth.workflow_runs')
        .select('id')
        .whereRaw("done_at < now() - ? * interval '1 day'", [KEEP_DAYS])
        .limit(SWEPT);
      await db.query(k('plinth.workflow_runs').whereIn('id', old).delete());
      await db.query(sql`
        delete from plinth.workflow_versions v
         where v.created_at < now() - interval '1 day'
           and not exists (select from plinth.workflow_runs r where r.version = v.hash)`);
    },
  };
}

/** The tokens that it had when it failed. What was taken back does not come again. @param {Within} gate @param {string} id */
async function goBack({ tx }, id) {
  const { rows } = await tx.query(readRun(id, { isLocked: true }));
  const run = rows[0];
  if (!run) return false;
  if (['running', 'waiting'].includes(run.state)) {
    const { rowCount } = await tx.query(sql`
      update plinth.workflow_tokens set due_at = now() where run_id = ${id}::uuid and waits = 'retry'`);
    return (rowCount ?? 0) > 0;
  }
  const { rows: undone } = await tx.query(sql`
    select from plinth.workflow_steps where run_id = ${id}::uuid and undo = 'done' limit 1`);
  if (run.state !== 'failed' || !run.left_at || undone.length > 0) return false;
  await tx.query(sql`
    insert into plinth.workflow_tokens (id, run_id, epoch, parent_id, path, root, phase, data, waits, children, is_outside, due_at)
    select id, ${id}::uuid, ${run.epoch + 1}::int, parent_id, path, root, phase, data, waits, children, is_outside,
           case when waits = 'branches' then null else now() end
      from jsonb_to_recordset(${JSON.stringify(run.left_at)}::jsonb)
        as t (id uuid, parent_id uuid, path text, root text, phase text, data jsonb, waits text, children int, is_outside boolean)`);
  await tx.query(sql`
    update plinth.workflow_runs
       set epoch = epoch + 1, state = 'running', phase = 'steps', ends_as = null, error = null, left_at = null, done_at = null
     where id = ${id}::uuid`);
  return true;
}
