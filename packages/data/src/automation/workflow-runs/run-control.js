/** @import { Actor } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
/** @import { Within } from '../../gate/rows/within.js' */
/** @import { WorkflowRun } from './types.d.ts' */
import { requireAdmin } from '../../rules/rights/require-admin.js';
import { asUuid, sql } from '../../postgres/sql/index.js';
import { readRun } from './claims.js';
import { cancelRun } from './endings.js';
import { restart } from './restart.js';
import { runNotFound } from '../runs/run-list.js';
import { storedJson } from '../../postgres/sql/stored-json.js';

/**
 * Actions of admins on a run.
 *
 * @param {{ db: Database, within: <T>(work: (gate: Within) => Promise<T>) => Promise<T>, wake: () => void,
 *   documentOf: import('./types.d.ts').Kit['documentOf'], isOutside(step: any): boolean,
 *   startAnew: ReturnType<typeof import('./start-anew.js').createStartAnew> }} context
 */
export function createRunControl({ db, within, wake, documentOf, isOutside, startAnew }) {
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
     * Retries a failed run from the step that failed, or at once a step that waits for its retry.
     *
     * @param {Actor} actor @param {string} id @throws {AppError} RUN_NOT_FOUND
     */
    async retry(actor, id) {
      requireAdmin(actor);
      const isBack = asUuid(id) !== null && (await within((gate) => goBack(gate, id)));
      if (!isBack) throw runNotFound();
      wake();
    },

    /**
     * Restarts a failed run at an earlier step. Changes that later steps made to rows stay.
     *
     * @param {Actor} actor @param {string} id @param {string} step its id
     * @throws {AppError} RUN_NOT_FOUND, WORKFLOW_STEP_NOT_REPEATABLE: in a loop or parallel part, or never reached
     */
    async retryFrom(actor, id, step) {
      requireAdmin(actor);
      if (asUuid(id) === null) throw runNotFound();
      await within(async (gate) => {
        const run = await failedRun(gate, id);
        if (!run) throw runNotFound();
        await restart(gate, run, await documentOf(gate, run.version), { step, isOutside });
      });
      wake();
    },

    /**
     * Starts the newest version of a workflow with the row, inputs and person of a run that has ended.
     *
     * @param {Actor} actor @param {string} id @returns {Promise<string>} the id of the new run
     * @throws {AppError} RUN_NOT_FOUND also for runs that go on, WORKFLOW_NOT_FOUND, and what a start throws
     */
    async startAnew(actor, id) {
      requireAdmin(actor);
      return startAnew(actor, id);
    },

    /** Deletes documents that no run needs. */
    async sweep() {
      await db.query(sql`
        delete from plinth.workflow_versions v
         where v.created_at < now() - interval '1 day'
           and not exists (select from plinth.workflow_runs r where r.version = v.hash)`);
    },
  };
}

/** The tokens that it had when it failed. What was taken back does not come again. @param {Within} gate @param {string} id */
async function goBack(gate, id) {
  const { tx } = gate;
  const { rowCount } = await tx.query(sql`
    update plinth.workflow_tokens t set due_at = now()
      from plinth.workflow_runs r
     where r.id = ${id}::uuid and t.run_id = r.id and t.waits = 'retry' and r.state in ('running', 'waiting')`);
  if ((rowCount ?? 0) > 0) return true;
  const run = await failedRun(gate, id);
  if (!run) return false;
  await tx.query(sql`
    insert into plinth.workflow_tokens (id, caused_by, run_id, epoch, parent_id, path, root, phase, data, waits, children, is_outside, due_at)
    select id, ${run.caused_by}::uuid, ${id}::uuid, ${run.epoch + 1}::int, parent_id, path, root, phase, data, waits, children, is_outside,
           case when waits = 'branches' then null else now() end
      from jsonb_to_recordset(${storedJson(run.left_at)}::jsonb)
        as t (id uuid, parent_id uuid, path text, root text, phase text, data jsonb, waits text, children int, is_outside boolean)`);
  await tx.query(sql`
    update plinth.workflow_runs
       set epoch = epoch + 1, state = 'running', phase = 'steps', ends_as = null, error = null, left_at = null, done_at = null
     where id = ${id}::uuid`);
  return true;
}

/** A run that failed, locked, of which nothing was taken back. @param {Within} gate @param {string} id @returns {Promise<WorkflowRun | null>} */
async function failedRun({ tx }, id) {
  const { rows } = await tx.query(readRun(id, { isLocked: true }));
  const run = rows[0];
  if (run?.state !== 'failed' || !run.left_at) return null;
  const { rows: undone } = await tx.query(sql`
    select from plinth.workflow_steps where run_id = ${id}::uuid and undo = 'done' limit 1`);
  return undone.length > 0 ? null : run;
}
