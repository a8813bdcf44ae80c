/** @import { Actor } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
/** @import { RunError } from './claims.js' */
import { AppError } from '@plinth/plugin';
import { requireAdmin } from '../../rules/rights/require-admin.js';
import { asUuid, k, sql } from '../../postgres/sql/index.js';

const PAGE = 30;
/** Waiting runs are not counted further. */
const MOST_WAITING = 1000;

/**
 * @typedef {{ id: string, trigger: string, event: string, key: string | null,
 *   details: Record<string, any> | null, state: 'waiting' | 'done' | 'failed', attempts: number,
 *   createdAt: string, startedAt: string | null, doneAt: string | null, dueAt: string, error: RunError | null,
 *   steps: { step: number, action: string, ran: boolean, message?: string, ms?: number, isUndone: boolean }[],
 *   by: { id: string, name: string } | null, chain: string[] }} ListedRun
 *   isUndone: taken back, because a later step that belongs together with it failed
 * @typedef {{ last: Pick<ListedRun, 'state' | 'createdAt'> | null, failures: number, waiting: number, nextAt: string | null,
 *   mailboxFailures: number }} TriggerState mailboxFailures: looks into its mailbox since the last one that went well
 */

const COLUMNS = {
  id: 'r.id',
  trigger: 'r.trigger_id',
  event: 'r.event',
  key: 'r.row_key',
  state: 'r.state',
  attempts: 'r.attempts',
  createdAt: 'r.created_at',
  startedAt: 'r.started_at',
  doneAt: 'r.done_at',
  dueAt: 'r.due_at',
  error: 'r.error',
  steps: 'r.steps',
  details: 'r.details',
  chain: 'r.chain',
  byId: 'r.caused_by',
  byName: 'u.name',
  nextStep: 'r.next_step',
};

/**
 * Runs of triggers as admins see them.
 *
 * @param {{ db: Database, wake: () => void }} context wake: tells the runner that there is something to do
 */
export function createRunList({ db, wake }) {
  const listed = () =>
    k('plinth.trigger_runs as r').leftJoin('plinth.users as u', 'u.id', 'r.caused_by').select(COLUMNS);

  return {
    /**
     * What admins see of each trigger, by its id.
     *
     * @param {Actor} actor @param {readonly string[]} triggers ids @returns {Promise<Map<string, TriggerState>>}
     */
    async states(actor, triggers) {
      requireAdmin(actor);
      const { rows } = await db.query(sql`
        select t.id, last.state, last.created_at, coalesce(s.failures, 0) as failures, s.next_at,
               coalesce(m.failures, 0) as mailbox_failures,
               (select count(*)::int from (select from plinth.trigger_runs w
                                            where w.trigger_id = t.id and w.state = 'waiting' limit ${MOST_WAITING}) w) as waiting
          from unnest(${[...triggers]}::uuid[]) t (id)
          left join plinth.trigger_states s on s.trigger_id = t.id
          left join plinth.mailboxes m on m.trigger_id = t.id
          left join lateral (select r.state, r.created_at from plinth.trigger_runs r
                              where r.trigger_id = t.id order by r.id desc limit 1) last on true`);
      return new Map(
        rows.map(({ id, state, created_at: createdAt, failures, waiting, ...row }) => [
          id,
          {
            last: state === null ? null : { state, createdAt },
            failures,
            waiting,
            nextAt: row.next_at,
            mailboxFailures: row.mailbox_failures,
          },
        ]),
      );
    },

    /**
     * Newest first.
     *
     * @param {Actor} actor @param {{ trigger?: string | null, state?: string | null, after?: string | null }} options trigger: its id, else all; after: the last one of the page before
     * @returns {Promise<{ runs: ListedRun[], next: string | null }>}
     */
    async list(actor, { trigger, state, after }) {
      requireAdmin(actor);
      const query = listed()
        .orderBy('r.id', 'desc')
        .limit(PAGE + 1);
      if (trigger) query.where('r.trigger_id', asUuid(trigger));
      if (state && ['waiting', 'done', 'failed'].includes(state)) query.where('r.state', state);
      if (after) query.where('r.id', '<', asUuid(after));
      const { rows } = await db.query(query);
      const runs = rows.slice(0, PAGE).map(record);
      return { runs, next: rows.length > PAGE ? runs[PAGE - 1].id : null };
    },

    /** @param {Actor} actor @param {string} id @returns {Promise<ListedRun>} @throws {AppError} RUN_NOT_FOUND */
    async get(actor, id) {
      requireAdmin(actor);
      const { rows } = await db.query(listed().where('r.id', asUuid(id)));
      if (rows.length === 0) throw runNotFound();
      return record(rows[0]);
    },

    /**
     * Runs what failed once more, from the step that failed.
     *
     * @param {Actor} actor @param {string} id @throws {AppError} RUN_NOT_FOUND
     */
    async again(actor, id) {
      requireAdmin(actor);
      const { rowCount } = await db.query(
        k('plinth.trigger_runs')
          .where('id', asUuid(id))
          // A run that ended a circle would only go on with it.
          .whereRaw("(state = 'failed' and error ->> 'code' <> 'TRIGGER_LOOP' or state = 'waiting')")
          .update({ state: 'waiting', attempts: 0, due_at: k.fn.now(), done_at: null, error: null }),
      );
      if (rowCount === 0) throw runNotFound();
      wake();
    },
  };
}

/** @param {any} row @returns {ListedRun} */
const record = ({ byId, byName, nextStep, steps, ...run }) => {
  const isUndone = (/** @type {{ step: number }} */ { step }) => run.state !== 'done' && step > nextStep;
  // A run that is tried again has not got that far yet.
  const shown = run.state === 'waiting' ? steps.filter((/** @type {any} */ one) => !isUndone(one)) : steps;
  return {
    ...run,
    steps: shown.map((/** @type {any} */ one) => ({ ...one, isUndone: isUndone(one) })),
    by: byId === null ? null : { id: byId, name: byName ?? '' },
  };
};

const runNotFound = () =>
  new AppError('RUN_NOT_FOUND', 'This run does not exist, or can’t be run again', {
    status: 404,
    hint: 'Runs are deleted after 30 days',
  });
