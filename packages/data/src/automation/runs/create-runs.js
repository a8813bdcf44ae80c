/** @import { Actor } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
import { requireAdmin } from '../../rules/rights/require-admin.js';
import { asUuid, k } from '../../postgres/sql/index.js';
import { deleteOldRuns } from './delete-old-runs.js';
import { listRuns, listedRuns, recordOf, runNotFound } from './run-list.js';

/**
 * Runs of both kinds, and what admins can do with any of them.
 *
 * @param {{ db: Database, wakeTriggers: () => void, workflows: {
 *   retry(actor: Actor, id: string): Promise<void>,
 *   cancel(actor: Actor, id: string, options: { isUndone: boolean }): Promise<void> } }} context workflows: their runs
 */
export function createRuns({ db, wakeTriggers, workflows }) {
  /** @param {string} id @param {string} which condition @param {object} values @returns {Promise<boolean>} whether it is of a trigger, and was changed */
  async function changeTriggered(id, which, values) {
    const run = k('plinth.trigger_runs').where({ id: asUuid(id) });
    const { rowCount } = await db.query(run.whereRaw(which).update(values));
    return rowCount === 1;
  }

  return {
    /** @param {Actor} actor @param {Parameters<typeof listRuns>[2]} options */
    list: (actor, options) => listRuns(db, actor, options),

    /** @param {Actor} actor @param {string} id @returns {Promise<import('./run-list.js').ListedRun>} @throws {AppError} RUN_NOT_FOUND */
    async get(actor, id) {
      requireAdmin(actor);
      const { rows } = await db.query(listedRuns().where('r.id', asUuid(id)));
      if (rows.length === 0) throw runNotFound();
      return recordOf(rows[0]);
    },

    /**
     * Goes on with what failed once more, from the step that failed, or tries at once what waits to be tried again.
     *
     * @param {Actor} actor @param {string} id @throws {AppError} RUN_NOT_FOUND
     */
    async retry(actor, id) {
      requireAdmin(actor);
      // A run that ended a circle would only go on with it.
      const which = "(state = 'failed' and error ->> 'code' <> 'TRIGGER_LOOP' or state = 'waiting')";
      const again = { state: 'waiting', attempts: 0, due_at: k.fn.now(), done_at: null, error: null };
      if (await changeTriggered(id, which, again)) wakeTriggers();
      else await workflows.retry(actor, id);
    },

    /**
     * @param {Actor} actor @param {string} id
     * @param {{ isUndone?: boolean }} [options] isUndone: what a workflow did is taken back first
     * @throws {AppError} RUN_NOT_FOUND also for runs that have ended
     */
    async cancel(actor, id, { isUndone = false } = {}) {
      requireAdmin(actor);
      const cancelled = { state: 'cancelled', done_at: k.fn.now() };
      if (await changeTriggered(id, "state = 'waiting'", cancelled)) return;
      await workflows.cancel(actor, id, { isUndone });
    },

    async sweep() {
      for (const table of ['plinth.trigger_runs', 'plinth.workflow_runs']) await deleteOldRuns(db, table, 'done_at');
    },
  };
}
