/** @import { Actor } from '@plinth/plugin' */
/** @import { Context } from '../../services.js' */
/** @import { Notify } from '../types.d.ts' */
/** @import { Document } from './document.js' */
/** @import { RunError, WorkflowRun } from './types.d.ts' */
/** @import { Within } from '../../gate/rows/within.js' */
import { requireAdmin } from '../../rules/rights/require-admin.js';
import { createTellAdmins } from '../runs/tell-admins.js';
import { sql } from '../../postgres/sql/index.js';
import { createByRequest } from './by-request.js';
import { createDocuments } from './documents.js';
import { createHooks } from './hooks.js';
import { createRunControl } from './run-control.js';
import { createWorkflowRunList } from './run-list.js';
import { nextDue } from '../runs/claims.js';
import { createRunSome } from '../runs/run-some.js';
import { LANES, TOKENS } from './claims.js';
import { createWorkflowRunner } from './runner.js';
import { createStart } from './start.js';
import { createStartAnew } from './start-anew.js';
import { createStepContexts } from './step-context.js';
import { createAsk } from './tasks/ask.js';
import { createTasks } from './tasks/tasks.js';
import { ORPHANS } from './tasks/whose.js';
import { createTrialRun } from './trial-run.js';
import { readAllTyped } from './typed-values.js';
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
  const documentOf = createDocuments(context);
  /** @type {import('./types.d.ts').Kit} */
  const kit = {
    registry,
    catalog,
    failed,
    actorsOfUsers: context.actorsOfUsers,
    contextOf: createStepContexts({ ...context, start, tasks: ask }),
    documentOf: (gate, hash) => documentOf(gate.tx, hash),
  };
  const runNext = createRunNext(kit, within);
  const runner = createWorkflowRunner({ ...context, runNext, ranSome: outbox.wake, tidy });

  /** @param {Within} gate @param {WorkflowRun} run @param {Document} document @param {RunError} error */
  async function failed(gate, run, { body }, error) {
    if (run.is_test) return;
    log.warn('workflow failed', { workflow: body.name, run: run.id, code: error.code });
    // If another run waits for this one, that one reports the failure.
    if (run.parent_token === null)
      await tellOfFailure(gate, { kind: 'workflow_failed', of: body, error, about: run.id });
  }

  /** Tasks that nobody can decide go to admins, with a notification. */
  async function tidy() {
    await within(async (gate) => {
      const { rows } = await gate.tx.query(ORPHANS);
      for (const { id, title } of rows) await tellAdmins(gate, { kind: 'task', text: title, about: id });
    });
  }

  return {
    start,
    /**
     * Starts one by hand.
     *
     * @param {Actor} actor @param {{ workflow: string, row?: unknown, typed: Record<string, string>, timeZone: string }} request
     *   typed: inputs as they were typed into a form, in this time zone
     * @returns {Promise<string>} the id of the run; rejects with FORBIDDEN, INPUT_INVALID and what a start throws
     */
    async startTyped(actor, { workflow, row = null, typed, timeZone }) {
      requireAdmin(actor);
      const { variables } = catalog().workflow(workflow);
      return start(actor, { workflow, row, inputs: readAllTyped(variables, typed, timeZone) });
    },
    byRequest: createByRequest({ ...context, start }),
    test: createTrialRun({ within, start, catalog, work: (gate, token, trial) => work(kit, gate, token, trial) }),
    tasks: createTasks({ ...context, within, wake, ask, documentOf: kit.documentOf }),
    hear: createHooks({ within, wake }),
    runs: {
      ...createWorkflowRunList({ db, catalog }),
      ...createRunControl({
        db,
        within,
        wake,
        documentOf: kit.documentOf,
        isOutside: (step) => isOutside(kit, step),
        startAnew: createStartAnew({ ...context, start }),
      }),
    },
    runner,
    /** Whether there are workflows, or runs of former ones. */
    isUsed: () => runner.isActive(),
    /** Runs that have not ended, of a workflow that is to be deleted. @param {string} id @returns {Promise<number>} */
    open: (id) => countOpen(db, id),
  };
}

/** @param {Context['db']} db @param {string} id */
async function countOpen(db, id) {
  const { rows } = await db.query(sql`
    select count(*)::int as n from plinth.workflow_runs where object_id = ${id}::uuid and done_at is null`);
  return rows[0].n;
}

/** @param {import('./types.d.ts').Kit} kit @param {Parameters<typeof createRunSome>[0]['within']} within */
const createRunNext = (kit, within) =>
  createRunSome({
    within,
    lanes: () => LANES,
    nextDue: nextDue(TOKENS),
    begin: (gate) => ({ work: (token) => work(kit, gate, token) }),
  });
