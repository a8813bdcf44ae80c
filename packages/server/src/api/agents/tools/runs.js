/** @import { ListedRun, ListedWorkflowRun } from '@plinth/data' */
/** @import { Translate } from '@plinth/plugin' */
/** @import { Tool, ToolContext } from '../types.d.ts' */
import { isUnlimited } from '@plinth/data';
import { AppError, phrase } from '@plinth/plugin';
import { runErrorText } from '../../../pages/runs/run-error-text.js';
import { sentence } from '../sentence.js';

const STATES = {
  workflow: ['running', 'waiting', 'done', 'failed', 'cancelled'],
  trigger: ['waiting', 'done', 'failed'],
};

/** @type {Tool} */
export const listRuns = {
  name: 'list_runs',
  title: 'List past runs',
  description:
    'Lists what workflows or triggers did, the newest first, with what went wrong: all of them, or those of one. ' +
    'A page has 30; ask again with "after" for the next.',
  annotations: { readOnlyHint: true },
  input: () => ({
    properties: {
      of: { type: 'string', enum: ['workflow', 'trigger'], description: 'Runs of workflows or of triggers' },
      name: { type: 'string', description: 'Only of this workflow or trigger, by the name from list_automation' },
      state: {
        type: 'string',
        enum: STATES.workflow,
        description: 'Only runs in this state. Those of triggers are waiting, done or failed',
      },
      after: { type: 'string', description: '"next" of the page before' },
    },
    required: ['of'],
  }),
  isOffered: ({ actor }) => isUnlimited(actor),
  run: (context, { of, ...asked }) => (of === 'workflow' ? workflowRuns : triggerRuns)(context, asked),
};

/** @typedef {{ name?: string, state?: string | null, after?: string | null }} Asked */

/** @param {ToolContext} context @param {Asked} asked */
async function workflowRuns({ app, actor, catalog, t }, { name, state = null, after = null }) {
  const workflow = name === undefined ? null : catalog.workflow(name);
  const { runs, next } = await app.data.workflows.runs.list(actor, { workflow: workflow?.id, state, after });
  const told = (
    /** @type {ListedWorkflowRun} */ { id, workflow: of, key, state: is, result, error, createdAt, doneAt, by },
  ) => ({
    id,
    workflow: nameOf(catalog.workflows, of),
    row: key,
    state: is,
    startedAt: createdAt,
    endedAt: doneAt,
    startedBy: by?.name ?? null,
    result,
    error: error && { ...saidOf(error, t), step: error.step ?? null },
  });
  return {
    runs: runs.map(told),
    next,
  };
}

/** @param {ToolContext} context @param {Asked} asked */
async function triggerRuns({ app, actor, catalog, t }, { name, state = null, after = null }) {
  const trigger = name === undefined ? null : catalog.triggers.find((one) => one.name === name);
  if (trigger === undefined) throw noTrigger(String(name));
  const { runs, next } = await app.data.automation.runs.list(actor, { trigger: trigger?.id, state, after });
  const told = (
    /** @type {ListedRun} */ { id, trigger: of, event, key, state: is, attempts, error, steps, createdAt, doneAt, by },
  ) => ({
    id,
    trigger: nameOf(catalog.triggers, of),
    event,
    row: key,
    state: is,
    attempts,
    createdAt,
    endedAt: doneAt,
    causedBy: by?.name ?? null,
    error: error && saidOf(error, t),
    steps: steps.map(({ action, ran, message = null, isUndone }) => ({ action, ran, message, isUndone })),
  });
  return {
    runs: runs.map(told),
    next,
  };
}

/** @param {string} name */
const noTrigger = (name) =>
  new AppError('TRIGGER_NOT_FOUND', phrase`There is no trigger "${name.slice(0, 63)}"`, {
    status: 404,
    hint: 'The tool list_automation names them all',
  });

/** Null: it was deleted since. @param {readonly { id: string, name: string }[]} all @param {string} id */
const nameOf = (all, id) => all.find((one) => one.id === id)?.name ?? null;

/**
 * What went wrong, as whole sentences.
 *
 * @param {Parameters<typeof runErrorText>[0] & { code: string }} error @param {Translate} t
 */
function saidOf(error, t) {
  const { code } = error;
  if (code === 'TRIGGER_LOOP') return { code, message: sentence(t('admin.automation.loop'), ''), hint: null };
  const { message, hint } = runErrorText(error, t);
  return { code, message: sentence(message || code, 'The input'), hint: hint ? sentence(hint, '') : null };
}
