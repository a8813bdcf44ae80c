/** @import { ListedRun } from '@plinth/data' */
/** @import { Translate } from '@plinth/plugin' */
/** @import { Tool, ToolContext } from '../types.d.ts' */
import { isUnlimited } from '@plinth/data';
import { AppError, phrase } from '@plinth/plugin';
import { runErrorText } from '../../../pages/runs/run-error-text.js';
import { asSentence } from '../sentence.js';

const STATES = ['running', 'waiting', 'done', 'failed', 'cancelled'];

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
        enum: STATES,
        description: 'Only runs in this state. Those of triggers are never “running”',
      },
      after: { type: 'string', description: '"next" of the page before' },
    },
    required: ['of'],
  }),
  isOffered: ({ actor }) => isUnlimited(actor),
  run: runsOf,
};

/** @typedef {{ name?: string, state?: string | null, after?: string | null }} Asked */

/** @param {ToolContext} context @param {Asked & { of: 'workflow' | 'trigger' }} asked */
async function runsOf({ app, actor, catalog, t }, { of, name, state = null, after = null }) {
  const all = of === 'workflow' ? catalog.workflows : catalog.triggers;
  const one = name === undefined ? null : of === 'workflow' ? catalog.workflow(name) : triggerNamed(catalog, name);
  const { runs, next } = await app.data.runs.list(actor, { kind: of, of: one?.id, state, after });
  const told = of === 'workflow' ? workflowRun : triggerRun;
  return { runs: runs.map((/** @type {ListedRun} */ run) => told(run, nameOf(all, run.of), t)), next };
}

/** @param {ListedRun} run @param {string | null} workflow @param {Translate} t */
const workflowRun = ({ id, key, state, result, error, createdAt, doneAt, by }, workflow, t) => ({
  id,
  workflow,
  row: key,
  state,
  startedAt: createdAt,
  endedAt: doneAt,
  startedBy: by?.name ?? null,
  result,
  error: error && { ...saidOf(error, t), step: error.step ?? null },
});

/** @param {ListedRun} run @param {string | null} trigger @param {Translate} t */
const triggerRun = ({ id, event, key, state, attempts, error, steps, createdAt, doneAt, by }, trigger, t) => ({
  id,
  trigger,
  event,
  row: key,
  state,
  attempts,
  createdAt,
  endedAt: doneAt,
  causedBy: by?.name ?? null,
  error: error && saidOf(error, t),
  steps: steps.map(({ action, ran, message = null, isUndone }) => ({ action, ran, message, isUndone })),
});

/** @param {ToolContext['catalog']} catalog @param {string} name */
function triggerNamed({ triggers }, name) {
  const found = triggers.find((one) => one.name === name);
  if (!found) throw noTrigger(name);
  return found;
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
  if (code === 'TRIGGER_LOOP') return { code, message: asSentence(t('admin.automation.loop')), hint: null };
  const { message, hint } = runErrorText(error, t);
  return { code, message: asSentence(message || code), hint: asSentence(hint) || null };
}
