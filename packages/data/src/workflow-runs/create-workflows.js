/** @import { Actor } from '@plinth/plugin' */
/** @import { Context } from '../services.js' */
/** @import { Notify } from '../actions/action-notice.js' */
/** @import { Document } from './document.js' */
/** @import { RunError, WorkflowRun } from './types.d.ts' */
/** @import { Within } from '../rows/within.js' */
import { createTellAdmins } from '../runs/tell-admins.js';
import { sql } from '../sql/index.js';
import { CLAIM, NEXT_DUE } from './claims.js';
import { createDocuments } from './documents.js';
import { createHooks } from './hooks.js';
import { createKinds } from './kinds/index.js';
import { createRunControl } from './run-control.js';
import { createWorkflowRunList } from './run-list.js';
import { createWorkflowRunner } from './runner.js';
import { createStart } from './start.js';
import { createStepContexts } from './step-context.js';
import { createAsk } from './tasks/ask.js';
import { createTasks } from './tasks/tasks.js';
import { ORPHANS } from './tasks/whose.js';
import { createTrialRun } from './trial-run.js';
import { isOutside } from './is-outside.js';
import { work } from './work.js';

/**
 * Workflows: several steps with memory, which may wait for a time, a row, a person or a call from outside.
 *
 * @param {Context & { actions: ReturnType<typeof import('../actions/create-actions.js').createActions>, select: any, notify: Notify,
 *   outbox: import('../outbox/outbox.js').Outbox, baseUrl: string, actorsOfUsers: (ids: readonly string[]) => Promise<Actor[]> }} context
 */
export function createWorkflows(context) {
  const { db, catalog, log, notify, outbox, actions, registry } = context;
  const { within } = actions;
  const { tellOfFailure, all: tellAdmins } = createTellAdmins({ catalog, notify });
  const ask = createAsk(context);
  const wake = () => runner.wake();
  const start = createStart({ ...context, wake, isOutside: (step) => isOutside(kit, step) });
  const documentOf = createDocuments();
  /** @type {import('./types.d.ts').Kit} */
  const kit = {
    ...{ registry, catalog, failed, actorsOfUsers: context.actorsOfUsers, contextOf: createStepContexts(context) },
    kinds: createKinds({ registry, catalog, actions, start, tasks: ask }),
    documentOf: (gate, hash) => documentOf(gate.tx, hash),
  };
  const runner = createWorkflowRunner({ ...context, runNext, ranSome: outbox.wake, tidy });

  /** @returns {Promise<{ isRun: boolean, next: number | null }>} next: ms until one is due, if none was and one is soon */
  async function runNext() {
    return within(async (gate) => {
      const { rows } = await gate.tx.query(CLAIM);
      if (rows.length === 0) {
        const { ms } = (await gate.tx.query(NEXT_DUE)).rows[0];
        return { isRun: false, next: ms === null ? null : Number(ms) };
      }
      await work(kit, gate, rows[0]);
      return { isRun: true, next: null };
    });
  }

  /** @param {Within} gate @param {WorkflowRun} run @param {Document} document @param {RunError} error */
  async function failed(gate, run, { body }, error) {
    if (run.is_test) return;
    log.warn('workflow failed', { workflow: body.name, run: run.id, code: error.code });
    // One that another run waits for is told of by that one.
    if (run.parent_token === null)
      await tellOfFailure(gate, { kind: 'workflow_failed', of: body, error, about: run.id });
  }

  /** Tasks that nobody can decide go to admins, who are told. */
  async function tidy() {
    await within(async (gate) => {
      const { rows } = await gate.tx.query(ORPHANS);
      for (const { id, title } of rows) await tellAdmins(gate, { kind: 'task', text: title, about: id });
    });
  }

  return {
    start,
    test: createTrialRun({ within, start, work: (gate, token, trial) => work(kit, gate, token, trial) }),
    tasks: createTasks({ ...context, within, wake, ask }),
    hear: createHooks({ within, wake }),
    runs: { ...createWorkflowRunList({ db }), ...createRunControl({ db, within, wake }) },
    runner,
    /** Whether there are workflows, or runs of former ones. */
    isUsed: () => runner.isActive(),
    /** Runs that have not ended, of a workflow that is to be deleted. @param {string} id @returns {Promise<number>} */
    async open(id) {
      const { rows } = await db.query(sql`
        select count(*)::int as n from plinth.workflow_runs where workflow_id = ${id}::uuid and done_at is null`);
      return rows[0].n;
    },
  };
}
