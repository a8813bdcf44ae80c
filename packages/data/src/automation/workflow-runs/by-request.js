/** @import { Actor, Catalog, Workflow } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
/** @import { RunState } from './types.d.ts' */
import { workflow as kind } from '../../edits/definitions/kinds/workflow.js';
import { kindNotFound } from '../../postgres/errors/not-found.js';
import { isUnlimited } from '../../rules/rights/index.js';
import { asUuid, k } from '../../postgres/sql/index.js';
import { runNotFound } from '../runs/run-list.js';

/**
 * @typedef {{ id: string, workflow: string | null, row: string | null, state: RunState, result: string | null,
 *   error: { code: string, step: string | null } | null, startedAt: string, endedAt: string | null }} RequestedRun
 *   workflow: its name, null if it was deleted; error: without a message, which may say what only admins may know
 */

/**
 * Workflows for API callers whose role may start them.
 *
 * @param {{ db: Database, catalog: () => Catalog, start: import('../types.d.ts').Start }} context
 */
export function createByRequest({ db, catalog, start }) {
  return {
    /** Those that the actor may start. @param {Actor} actor */
    startable: (actor) => catalog().workflows.filter((one) => one.enabled && mayStart(actor, one)),

    /**
     * @param {Actor} actor @param {import('../types.d.ts').StartRequest} request @returns {Promise<string>} the id of the run
     * @throws {import('@plinth/plugin').AppError} WORKFLOW_NOT_FOUND also for who may not start it, and what a start throws
     */
    async start(actor, request) {
      const known = catalog().workflows.filter((one) => mayStart(actor, one));
      const found = known.find(({ name }) => name === request.workflow);
      if (!found)
        throw kindNotFound(
          kind,
          request.workflow.slice(0, 63),
          known.map(({ name }) => name),
        );
      return start(actor, request);
    },

    /**
     * A run that the actor has started; admins see all.
     *
     * @param {Actor} actor @param {string} id @returns {Promise<RequestedRun>}
     * @throws {import('@plinth/plugin').AppError} RUN_NOT_FOUND
     */
    async get(actor, id) {
      const columns = ['id', 'object_id', 'row_key', 'state', 'result', 'error', 'created_at', 'done_at'];
      const query = k('plinth.workflow_runs')
        .select(columns)
        .where({ id: asUuid(id), is_test: false });
      if (!isUnlimited(actor)) query.whereNotNull('caused_by').where('caused_by', actor.userId);
      const [run] = isLimited(actor) ? [] : (await db.query(query)).rows;
      if (!run) throw runNotFound();
      const { error } = run;
      return {
        id: run.id,
        workflow: catalog().workflows.find((one) => one.id === run.object_id)?.name ?? null,
        row: run.row_key,
        state: run.state,
        result: run.result,
        error: error && { code: error.code, step: error.step ?? null },
        startedAt: run.created_at,
        endedAt: run.done_at,
      };
    },
  };
}

/** A run has all rights of its person, so a token with fewer doesn't start one. @param {Actor} actor */
const isLimited = ({ scope }) => Boolean(scope);

/** @param {Actor} actor @param {Workflow} workflow */
const mayStart = (actor, { roles }) =>
  isUnlimited(actor) || (!isLimited(actor) && roles.some((role) => actor.roles.includes(role)));
