/** @import { Actor, Catalog } from '@plinth/plugin' */
/** @import { Database } from '../postgres/database.js' */
/** @import { Within } from '../rows/within.js' */
/** @import { RunError, RunState } from './types.d.ts' */
import { AppError } from '@plinth/plugin';
import { requireAdmin } from '../people/require-admin.js';
import { asUuid, k, sql } from '../sql/index.js';
import { readRun } from './claims.js';
import { cancelRun } from './endings.js';

const PAGE = 30;
/** Days that a run is kept after it ended. */
const KEEP_DAYS = 30;
const SWEPT = 2000;
const STATES = ['running', 'waiting', 'done', 'failed', 'cancelled'];
/** Waiting runs are not counted further. */
const MOST_COUNTED = 1000;

/**
 * @typedef {{ id: string, workflow: string, key: string | null, state: RunState, phase: string, result: string | null,
 *   error: RunError | null, createdAt: string, doneAt: string | null, variables: Record<string, any>, chain: string[],
 *   by: { id: string, name: string } | null, mayRetry: boolean, document: import('@plinth/plugin').Workflow | null,
 *   waits: { step: string, for: string, dueAt: string | null }[] }} ListedWorkflowRun
 * @typedef {{ id: string, path: string, step: string, kind: string, item: string | null, state: string, attempt: number, startedAt: string,
 *   ms: number | null, input: any, output: any, error: RunError | null, by: string | null, undo: string | null }} ListedStep
 */

/**
 * Runs of workflows as admins see them.
 *
 * @param {{ db: Database, within: <T>(work: (gate: Within) => Promise<T>) => Promise<T>, wake: () => void }} context
 */
export function createWorkflowRunList({ db, within, wake }) {
  return {
    /**
     * Newest first.
     *
     * @param {Actor} actor @param {{ workflow: string, state?: string | null, after?: string | null }} options after: the last one of the page before
     * @returns {Promise<{ runs: ListedWorkflowRun[], next: string | null }>}
     */
    async list(actor, { workflow, state, after }) {
      requireAdmin(actor);
      const query = listed()
        .where('r.workflow_id', asUuid(workflow))
        .orderBy('r.id', 'desc')
        .limit(PAGE + 1);
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
          select path, waits, due_at from plinth.workflow_tokens
           where run_id = ${asUuid(id)}::uuid order by id limit 100`),
        db.query(stepColumns(id)),
      ]);
      const waits = tokens.map(({ path, waits: what, due_at: dueAt }) => ({ step: path, for: what ?? '', dueAt }));
      return { run: { ...record(rows[0]), waits }, steps: steps.map(stepOf) };
    },

    /** How many of each workflow have not ended, and the last one. @param {Actor} actor @param {readonly string[]} workflows ids @returns {Promise<Map<string, { open: number, last: { state: RunState, createdAt: string } | null }>>} */
    async states(actor, workflows) {
      requireAdmin(actor);
      const { rows } = await db.query(sql`
        select w.id, last.state, last.created_at,
               (select count(*)::int from (select from plinth.workflow_runs o
                                            where o.workflow_id = w.id and o.done_at is null limit ${MOST_COUNTED}) o) as open
          from unnest(${[...workflows]}::uuid[]) w (id)
          left join lateral (select r.state, r.created_at from plinth.workflow_runs r
                              where r.workflow_id = w.id order by r.id desc limit 1) last on true`);
      return new Map(
        rows.map(({ id, state, created_at: createdAt, open }) => [id, { open, last: state === null ? null : { state, createdAt } }]),
      );
    },

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
     * Goes on with a failed run from the step that failed, or tries a step that waits to be tried again at once.
     *
     * @param {Actor} actor @param {string} id @throws {AppError} RUN_NOT_FOUND
     */
    async retry(actor, id) {
      requireAdmin(actor);
      const isBack = asUuid(id) !== null && (await within((gate) => goBack(gate, id)));
      if (!isBack) throw runNotFound();
      wake();
    },

    /** Deletes old runs, and documents that no run needs. */
    async sweep() {
      const old = k('plinth.workflow_runs')
        .select('id')
        .whereRaw("done_at < now() - ? * interval '1 day'", [KEEP_DAYS])
        .limit(SWEPT);
      await db.query(k('plinth.workflow_runs').whereIn('id', old).delete());
      await db.query(sql`
        delete from plinth.workflow_versions v
         where v.created_at < now() - interval '1 day'
           and not exists (select from plinth.workflow_runs r where r.version = v.hash)`);
    },
  };
}

const COLUMNS = {
  ...{ id: 'r.id', workflow: 'r.workflow_id', key: 'r.row_key', state: 'r.state', phase: 'r.phase', result: 'r.result' },
  ...{ error: 'r.error', createdAt: 'r.created_at', doneAt: 'r.done_at', variables: 'r.variables', chain: 'r.chain' },
  ...{ byId: 'r.caused_by', byName: 'u.name' },
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
  ...{ ...run, document, waits: [], mayRetry: canRetry },
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
export const stepOf = ({ id, path, step, kind, data, state, attempt, started_at: startedAt, ms, input, output, error, by_name: by, undo }) => ({
  ...{ id: String(id), path, step, kind, state, attempt, startedAt, ms, input, output, error, by, undo },
  item: data?.frames?.at(-1)?.item ?? null,
});

/** The tokens that it had when it failed. What was taken back does not come again. @param {Within} gate @param {string} id */
async function goBack({ tx }, id) {
  const { rows } = await tx.query(readRun(id, { isLocked: true }));
  const run = rows[0];
  if (!run) return false;
  if (['running', 'waiting'].includes(run.state)) {
    const { rowCount } = await tx.query(sql`
      update plinth.workflow_tokens set due_at = now() where run_id = ${id}::uuid and waits = 'retry'`);
    return (rowCount ?? 0) > 0;
  }
  const { rows: undone } = await tx.query(sql`
    select from plinth.workflow_steps where run_id = ${id}::uuid and undo = 'done' limit 1`);
  if (run.state !== 'failed' || !run.left_at || undone.length > 0) return false;
  await tx.query(sql`
    insert into plinth.workflow_tokens (id, run_id, epoch, parent_id, path, root, phase, data, waits, children, is_outside, due_at)
    select id, ${id}::uuid, ${run.epoch + 1}::int, parent_id, path, root, phase, data, waits, children, is_outside,
           case when waits = 'branches' then null else now() end
      from jsonb_to_recordset(${JSON.stringify(run.left_at)}::jsonb)
        as t (id uuid, parent_id uuid, path text, root text, phase text, data jsonb, waits text, children int, is_outside boolean)`);
  await tx.query(sql`
    update plinth.workflow_runs
       set epoch = epoch + 1, state = 'running', phase = 'steps', ends_as = null, error = null, left_at = null, done_at = null
     where id = ${id}::uuid`);
  return true;
}

const runNotFound = () =>
  new AppError('RUN_NOT_FOUND', 'This run does not exist, or can’t be run again', {
    ...{ status: 404, hint: 'Runs are deleted after 30 days' },
  });
