/** @import { Actor, Catalog } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
/** @import { Start } from '../types.d.ts' */
import { workflow as kind } from '../../edits/definitions/kinds/workflow.js';
import { kindNotFound } from '../../postgres/errors/not-found.js';
import { asUuid, sql } from '../../postgres/sql/index.js';
import { readRun } from './claims.js';
import { runNotFound } from '../runs/run-list.js';

/**
 * Starts a workflow as it is now with what another run of it was started with: its row, its inputs and its person. What that
 * run did stays.
 *
 * @param {{ db: Database, catalog: () => Catalog, start: Start, actorsOfUsers: (ids: readonly string[]) => Promise<Actor[]> }} context
 */
export function createStartAnew({ db, catalog, start, actorsOfUsers }) {
  /**
   * @param {Actor} actor starts it if the person is gone @param {string} id of a run that has ended
   * @returns {Promise<string>} the id of the new run
   * @throws {import('@plinth/plugin').AppError} RUN_NOT_FOUND, WORKFLOW_NOT_FOUND if it was deleted, and what a start throws
   */
  return async (actor, id) => {
    const key = asUuid(id);
    const [run] = key === null ? [] : (await db.query(readRun(key, { isLocked: false }))).rows;
    if (!run || run.is_test || !['done', 'failed', 'cancelled'].includes(run.state)) throw runNotFound();
    const workflow = catalog().workflows.find((one) => one.id === run.object_id);
    if (!workflow)
      throw kindNotFound(
        kind,
        run.object_id,
        catalog().workflows.map(({ name }) => name),
      );
    const [person] = run.caused_by === null ? [] : await actorsOfUsers([run.caused_by]);
    const first = await firstVariables(run.id, run.variables);
    const given = workflow.variables.filter(({ name, isInput }) => isInput && Object.hasOwn(first, name));
    return start(person ?? actor, {
      workflow: workflow.name,
      row: run.row_key,
      inputs: Object.fromEntries(given.map(({ name }) => [name, first[name]])),
    });
  };

  /** Variables before any step changed them. @param {string} id @param {Record<string, unknown>} variables as they are */
  async function firstVariables(id, variables) {
    const { rows } = await db.query(sql`
      select before from plinth.workflow_steps where run_id = ${id}::uuid and before is not null order by id desc`);
    return Object.assign({}, variables, ...rows.map(({ before }) => before));
  }
}
