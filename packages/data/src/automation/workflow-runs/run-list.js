/** @import { Actor, Catalog, Values } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
/** @import { RunError, RunState } from './types.d.ts' */
import { requireAdmin } from '../../rules/rights/require-admin.js';
import { asUuid, sql } from '../../postgres/sql/index.js';
import { listedRuns, recordOf, runNotFound } from '../runs/run-list.js';
import { isOutdated } from './is-outdated.js';

/** Waiting runs are not counted further. */
const MOST_COUNTED = 1000;
/** Among so many of the latest runs, failures are counted. */
const MOST_SEEN = 200;

/**
 * @typedef {import('../runs/run-list.js').ListedRun & { isOutdated: boolean, document: import('@plinth/plugin').Workflow,
 *   waits: { step: string, for: string, dueAt: string | null, user: string | null, role: string | null }[] }} ListedWorkflowRun
 *   document: that it began with; isOutdated: the workflow does something else by now;
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
     * One run, with the document that it began with and where it is.
     *
     * @param {Actor} actor @param {string} id
     * @returns {Promise<{ run: ListedWorkflowRun, steps: ListedStep[] }>}
     * @throws {AppError} RUN_NOT_FOUND
     */
    async get(actor, id) {
      requireAdmin(actor);
      const { rows } = await db.query(
        listedRuns()
          .join('plinth.workflow_versions as v', 'v.hash', 'r.version')
          .select({ document: 'v.document' })
          .where('r.id', asUuid(id)),
      );
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
      const { document } = rows[0];
      const run = { ...recordOf(rows[0]), document, waits, isOutdated: isOutdated(catalog(), document) };
      return { run, steps: steps.map(stepOf) };
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
                                            where o.object_id = w.id and o.done_at is null limit ${MOST_COUNTED}) o) as open
          from unnest(${[...workflows]}::uuid[]) w (id)
          left join lateral (select r.id, r.state, r.created_at from plinth.workflow_runs r
                              where r.object_id = w.id order by r.id desc limit 1) last on true
         cross join lateral (select count(*) filter (where f.state = 'failed' and f.later = 0)::int as failures
                               from (select r.state, count(*) filter (where r.state = 'done') over (order by r.id desc) as later
                                       from (select id, state from plinth.workflow_runs
                                              where object_id = w.id order by id desc limit ${MOST_SEEN}) r) f) failed`);
      return new Map(
        rows.map(({ id, run, state, created_at: createdAt, open, failures }) => [
          id,
          { open, failures, last: state === null ? null : { id: run, state, createdAt } },
        ]),
      );
    },
  };
}

/** @param {string} id of a run */
export const stepColumns = (id) => sql`
  select s.*, u.name as by_name
    from plinth.workflow_steps s
    left join plinth.users u on u.id = s.by
   where s.run_id = ${asUuid(id)}::uuid
   order by s.id
   limit 1000`;

/** @param {Values} row @returns {ListedStep} */
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
