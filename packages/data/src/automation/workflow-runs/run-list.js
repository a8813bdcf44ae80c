/** @import { Actor, Catalog } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
/** @import { RunError, RunState } from './types.d.ts' */
import { AppError } from '@plinth/plugin';
import { requireAdmin } from '../../rules/rights/require-admin.js';
import { asUuid, k, sql } from '../../postgres/sql/index.js';
import { isOutdated } from './is-outdated.js';

const PAGE = 30;
const STATES = ['running', 'waiting', 'done', 'failed', 'cancelled'];
/** Waiting runs are not counted further. */
const MOST_COUNTED = 1000;
/** Among so many of the latest runs, failures are counted. */
const MOST_SEEN = 200;

/**
 * @typedef {{ id: string, workflow: string, key: string | null, state: RunState, phase: string, result: string | null,
 *   error: RunError | null, createdAt: string, doneAt: string | null, variables: Record<string, any>, chain: string[],
 *   by: { id: string, name: string } | null, mayRetry: boolean, isOutdated?: boolean,
 *   document: import('@plinth/plugin').Workflow | null,
 *   waits: { step: string, for: string, dueAt: string | null, user: string | null, role: string | null }[] }} ListedWorkflowRun
 *   isOutdated: the workflow does something else by now, only of a single run;
 *   waits.user, waits.role: who has the task that it waits for: a name, the id of a role
 * @typedef {{ open: number, failures: number, last: { id: string, state: RunState, createdAt: string } | null }} WorkflowState
 * @typedef {{ id: string, path: string, step: string, kind: string, item: string | null, state: string, attempt: number, startedAt: string,
 *   ms: number | null, input: any, output: any, error: RunError | null, by: string | null, undo: string | null,
 *   mayRestart: boolean, isRepeated: boolean }} ListedStep
 */

/**
 * Runs of workflows as admins see them.
 *
 * @param {{ db: Database, catalog: () => Catalog }} context
 */
export function createWorkflowRunList({ db, catalog }) {
  return {
    /**
     * Newest first.
     *
     * @param {Actor} actor @param {{ workflow?: string | null, state?: string | null, after?: string | null }} options workflow: its id, else all; after: the last one of the page before
     * @returns {Promise<{ runs: ListedWorkflowRun[], next: string | null }>}
     */
    async list(actor, { workflow, state, after }) {
      requireAdmin(actor);
      const query = listed()
        .orderBy('r.id', 'desc')
        .limit(PAGE + 1);
      if (workflow) query.where('r.workflow_id', asUuid(workflow));
      if (state && STATES.includes(state)) query.where('r.state', state);
      if (after) query.where('r.id', '<', asUuid(after));
      const { rows } = await db.query(query);
      const runs = rows.slice(0, PAGE).map(record);
      return { runs, next: rows.length > PAGE ? runs[PAGE - 1].id : null };
    },

    /**
     * One run, with the document that it began with and where it is.
     *
     * @param {Actor} actor @param {string} id
     * @returns {Promise<{ run: ListedWorkflowRun, steps: ListedStep[] }>}
     * @throws {AppError} RUN_NOT_FOUND
     */
    async get(actor, id) {
      requireAdmin(actor);
      const { rows } = await db.query(listed().select({ document: 'v.document' }).where('r.id', asUuid(id)));
      if (rows.length === 0) throw runNotFound();
      const [{ rows: tokens }, { rows: steps }] = await Promise.all([
        db.query(sql`
          select t.path, t.waits, t.due_at, u.name as user_name, a.role_id
            from plinth.workflow_tokens t
            left join plinth.tasks a on a.token_id = t.id and a.state = 'open'
            left join plinth.users u on u.id = a.user_id and u.disabled_at is null
           where t.run_id = ${asUuid(id)}::uuid order by t.id limit 100`),
        db.query(stepColumns(id)),
      ]);
      const waits = tokens.map(({ path, waits: what, due_at: dueAt, user_name: user, role_id: role }) => ({
        step: path,
        for: what ?? '',
        dueAt,
        user,
        role,
      }));
      const run = record(rows[0]);
      const isOld = run.document !== null && isOutdated(catalog(), run.document);
      return { run: { ...run, waits, isOutdated: isOld }, steps: steps.map(stepOf) };
    },

    /**
     * The last run of each workflow, how many have not ended, and how many failed since the last one that was done.
     *
     * @param {Actor} actor @param {readonly string[]} workflows ids @returns {Promise<Map<string, WorkflowState>>}
     */
    async states(actor, workflows) {
      requireAdmin(actor);
      const { rows } = await db.query(sql`
        select w.id, last.id as run, last.state, last.created_at, failed.failures,
               (select count(*)::int from (select from plinth.workflow_runs o
                                            where o.workflow_id = w.id and o.done_at is null limit ${MOST_COUNTED}) o) as open
          from unnest(${[...workflows]}::uuid[]) w (id)
          left join lateral (select r.id, r.state, r.created_at from plinth.workflow_runs r
                              where r.workflow_id = w.id order by r.id desc limit 1) last on true
         cross join lateral (select count(*) filter (where f.state = 'failed' and f.later = 0)::int as failures
                               from (select r.state, count(*) filter (where r.state = 'done') over (order by r.id desc) as later
                                       from (select id, state from plinth.workflow_runs
                                              where workflow_id = w.id order by id desc limit ${MOST_SEEN}) r) f) failed`);
      return new Map(
        rows.map(({ id, run, state, created_at: createdAt, open, failures }) => [
          id,
          { open, failures, last: state === null ? null : { id: run, state, createdAt } },
        ]),
      );
    },
  };
}

const COLUMNS = {
  id: 'r.id',
  workflow: 'r.workflow_id',
  key: 'r.row_key',
  state: 'r.state',
  phase: 'r.phase',
  result: 'r.result',
  error: 'r.error',
  createdAt: 'r.created_at',
  doneAt: 'r.done_at',
  variables: 'r.variables',
  chain: 'r.chain',
  byId: 'r.caused_by',
  byName: 'u.name',
};

const listed = () =>
  k('plinth.workflow_runs as r')
    .join('plinth.workflow_versions as v', 'v.hash', 'r.version')
    .leftJoin('plinth.users as u', 'u.id', 'r.caused_by')
    .where('r.is_test', false)
    .select(COLUMNS)
    .select({
      canRetry: k.raw(
        "r.state = 'failed' and r.left_at is not null and not exists (select from plinth.workflow_steps s where s.run_id = r.id and s.undo = 'done')",
      ),
    });

/** @param {any} row @returns {ListedWorkflowRun} */
const record = ({ byId, byName, canRetry, document = null, ...run }) => ({
  ...run,
  document,
  waits: [],
  mayRetry: canRetry,
  by: byId === null ? null : { id: byId, name: byName ?? '' },
});

/** @param {string} id of a run */
export const stepColumns = (id) => sql`
  select s.*, u.name as by_name
    from plinth.workflow_steps s
    left join plinth.users u on u.id = s.by
   where s.run_id = ${asUuid(id)}::uuid
   order by s.id
   limit 1000`;

/** @param {any} row @returns {ListedStep} */
export const stepOf = ({
  id,
  path,
  step,
  kind,
  data,
  state,
  attempt,
  started_at: startedAt,
  ms,
  input,
  output,
  error,
  by_name: by,
  undo,
  may_restart: mayRestart,
  repeated: isRepeated,
}) => ({
  id: String(id),
  path,
  step,
  kind,
  state,
  attempt,
  startedAt,
  ms,
  input,
  output,
  error,
  by,
  undo,
  mayRestart: mayRestart && !isRepeated,
  isRepeated,
  item: data?.frames?.at(-1)?.item ?? null,
});

export const runNotFound = () =>
  new AppError('RUN_NOT_FOUND', 'This run does not exist, or can’t be run again', {
    status: 404,
    hint: 'Runs are deleted after 30 days',
  });
