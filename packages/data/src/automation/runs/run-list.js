/** @import { Actor, StoredPhrase } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
import { AppError } from '@plinth/plugin';
import { requireAdmin } from '../../rules/rights/require-admin.js';
import { asUuid, k } from '../../postgres/sql/index.js';

const PAGE = 30;
export const KINDS = Object.freeze(['trigger', 'workflow']);
export const RUN_STATES = Object.freeze(['running', 'waiting', 'done', 'failed', 'cancelled']);

/**
 * @typedef {'running' | 'waiting' | 'done' | 'failed' | 'cancelled'} RunState
 * @typedef {{ code: string, message: string, hint?: string, phrases?: { message: StoredPhrase, hint?: StoredPhrase },
 *   step?: any }} ListedError step: the number of a trigger's, the id of a workflow's
 * @typedef {{ step: number, action: string, ran: boolean, message?: string, ms?: number, isUndone: boolean }} ListedAction
 *   isUndone: taken back, because a later step that belongs together with it failed
 * @typedef {{ id: string, kind: 'trigger' | 'workflow', of: string, key: string | null, event: string | null,
 *   details: Record<string, any> | null, state: RunState, phase: string | null, attempts: number, createdAt: string, startedAt: string | null,
 *   doneAt: string | null, dueAt: string | null, result: string | null, error: ListedError | null, steps: ListedAction[],
 *   variables: Record<string, any>, chain: string[], by: { id: string, name: string } | null, mayRetry: boolean,
 *   mayCancel: boolean }} ListedRun
 *   of: the id of the trigger or workflow; event, details: what started a trigger; steps: of a trigger; variables: of a workflow
 */

/** A step failed of which the run can go on. One that ended a circle would only go on with it. */
const MAY_RETRY = `case r.kind
  when 'trigger' then r.state = 'failed' and r.error ->> 'code' <> 'TRIGGER_LOOP' or r.state = 'waiting' and r.attempts > 0
  else r.state = 'failed' and r.left_at is not null
       and not exists (select from plinth.workflow_steps s where s.run_id = r.id and s.undo = 'done') end`;

const COLUMNS = {
  id: 'r.id',
  kind: 'r.kind',
  of: 'r.object_id',
  key: 'r.row_key',
  event: 'r.event',
  details: 'r.details',
  state: 'r.state',
  phase: 'r.phase',
  attempts: 'r.attempts',
  createdAt: 'r.created_at',
  startedAt: 'r.started_at',
  doneAt: 'r.done_at',
  dueAt: 'r.due_at',
  result: 'r.result',
  error: 'r.error',
  steps: 'r.steps',
  variables: 'r.variables',
  chain: 'r.chain',
  byId: 'r.caused_by',
  byName: 'u.name',
  nextStep: 'r.next_step',
  mayRetry: k.raw(MAY_RETRY),
};

/** Runs as admins see them, each made by `recordOf`. */
export const listedRuns = () =>
  k('plinth.runs as r').leftJoin('plinth.users as u', 'u.id', 'r.caused_by').where('r.is_test', false).select(COLUMNS);

/** @param {any} row @returns {ListedRun} */
export function recordOf({ byId, byName, nextStep, steps, variables, ...run }) {
  const isUndone = (/** @type {{ step: number }} */ { step }) => run.state !== 'done' && step > nextStep;
  // A run that is tried again has not got that far yet.
  const all = steps ?? [];
  const shown = run.state === 'waiting' ? all.filter((/** @type {any} */ one) => !isUndone(one)) : all;
  return {
    ...run,
    steps: shown.map((/** @type {any} */ one) => ({ ...one, isUndone: isUndone(one) })),
    attempts: run.attempts ?? 0,
    variables: variables ?? {},
    by: byId === null ? null : { id: byId, name: byName ?? '' },
    mayCancel: run.doneAt === null,
  };
}

/**
 * Runs of triggers and workflows, the newest first.
 *
 * @param {Database} db @param {Actor} actor
 * @param {{ kind?: string | null, of?: string | null, state?: string | null, after?: string | null }} options
 *   of: the id of a trigger or workflow, else all; after: the last one of the page before
 * @returns {Promise<{ runs: ListedRun[], next: string | null }>}
 */
export async function listRuns(db, actor, { kind, of, state, after }) {
  requireAdmin(actor);
  const query = listedRuns()
    .orderBy('r.id', 'desc')
    .limit(PAGE + 1);
  if (kind && KINDS.includes(kind)) query.where('r.kind', kind);
  if (of) query.where('r.object_id', asUuid(of));
  if (state && RUN_STATES.includes(state)) query.where('r.state', state);
  if (after) query.where('r.id', '<', asUuid(after));
  const { rows } = await db.query(query);
  const runs = rows.slice(0, PAGE).map(recordOf);
  return { runs, next: rows.length > PAGE ? runs[PAGE - 1].id : null };
}

export const runNotFound = () =>
  new AppError('RUN_NOT_FOUND', 'This run does not exist, or can’t be run again', {
    status: 404,
    hint: 'Runs are deleted after 30 days',
  });
