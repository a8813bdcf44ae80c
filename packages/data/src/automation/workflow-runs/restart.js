/** @import { Within } from '../../gate/rows/within.js' */
/** @import { Document } from './document.js' */
/** @import { WorkflowRun } from './types.d.ts' */
import { AppError, phrase } from '@plinth/plugin';
import { asUuid, sql } from '../../postgres/sql/index.js';
import { addToken } from './claims.js';
import { stepsOf } from './document.js';
import { storedJson } from '../../postgres/sql/stored-json.js';

/**
 * Restarts a failed run at an earlier step, on its own version: later steps count as repeated, and variables and answers get
 * their values from before that step.
 *
 * @param {Within} gate @param {WorkflowRun} run locked, failed, nothing taken back @param {Document} document
 * @param {{ step: string, isOutside(step: unknown): boolean }} from step: its id
 * @throws {AppError} WORKFLOW_STEP_NOT_REPEATABLE
 */
export async function restart({ tx }, run, document, { step: id, isOutside }) {
  const all = [...stepsOf(document.body)];
  const at = all.findIndex(({ step }) => step.id === id);
  const { rows } = await tx.query(sql`
    select bool_and(may_restart) as may, min(id)::text as first
      from plinth.workflow_steps
     where run_id = ${run.id}::uuid and step = ${id} and not repeated`);
  const [{ may, first }] = rows;
  if (at < 0 || may !== true) throw notRepeatable(all[at]?.step.label || id);
  const { path, step } = all[at];
  const { rows: changes } = await tx.query(sql`
    with repeated as (
      update plinth.workflow_steps set repeated = true
       where run_id = ${run.id}::uuid and id >= ${first}::bigint and not repeated
      returning id, before
    )
    select before from repeated where before is not null order by id desc`);
  const variables = Object.assign({}, run.variables, ...changes.map(({ before }) => before));
  const later = new Set(all.slice(at).map((one) => one.step.id));
  const results = Object.fromEntries(Object.entries(run.results).filter(([name]) => !later.has(name)));
  const epoch = run.epoch + 1;
  await tx.query(
    addToken({ run_id: run.id, epoch, parent_id: null, path, root: 'steps', data: {}, is_outside: isOutside(step) }),
  );
  await tx.query(sql`
    update plinth.workflow_runs
       set epoch = ${epoch}::int, state = 'running', phase = 'steps', ends_as = null, error = null, left_at = null,
           done_at = null, restarts = restarts + 1, variables = ${storedJson(variables)}::jsonb,
           results = ${storedJson(results)}::jsonb
     where id = ${asUuid(run.id)}::uuid`);
}

/** @param {string} name */
const notRepeatable = (name) =>
  new AppError('WORKFLOW_STEP_NOT_REPEATABLE', phrase`The run can’t be retried from the step “${name.slice(0, 100)}”`, {
    status: 422,
    hint: 'Choose a step that this run has taken, outside of loops and parallel parts',
  });
