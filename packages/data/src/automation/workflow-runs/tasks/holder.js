/** @import { Actor, Workflow } from '@plinth/plugin' */
/** @import { Within } from '../../../gate/rows/within.js' */
import { AppError } from '@plinth/plugin';
import { actorOfRun } from '../../../rules/reach/run-actor.js';
import { beginCaused } from '../../../postgres/database/set-cause.js';
import { k } from '../../../postgres/sql/index.js';
import { stepsOf } from '../document.js';

/** Whoever has a task; null: nobody alone. @param {Within} gate @param {string} id of the task @returns {Promise<string | null>} */
export async function holderOf({ tx }, id) {
  const { rows } = await tx.query(k('plinth.tasks').select('user_id').where({ id }));
  return rows[0]?.user_id ?? null;
}

/**
 * Writes the person who has a task into the field that the step names, unless it is there already. A deleted row names
 * nobody.
 *
 * @param {Within} gate @param {Actor} actor with the rights of the workflow
 * @param {{ table: string, id: unknown, field: string, user: string | null }} holder user: null: nobody alone
 */
export async function writeHolder(gate, actor, { table, id, field, user }) {
  try {
    const row = await gate.get(actor, table, id, { fields: [field] });
    if ((row[field] ?? null) !== user) await gate.update(actor, table, id, { [field]: user });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'ROW_NOT_FOUND') throw error;
  }
}

/**
 * The same for a task that somebody passes on, outside of its run: with the rights of the run, which is named as the author.
 *
 * @param {{ catalog: () => import('@plinth/plugin').Catalog, documentOf: import('../types.d.ts').Kit['documentOf'],
 *   actorsOfUsers: (ids: readonly string[]) => Promise<Actor[]> }} context
 */
export function createHandOn({ catalog, documentOf, actorsOfUsers }) {
  /** @param {Within} gate @param {{ run_id: string, step: string, table_id: string | null, row_key: string | null, user_id: string | null }} task as stored */
  return async (gate, task) => {
    const table = catalog().tables.find(({ id }) => id === task.table_id);
    if (!table) return;
    const { rows } = await gate.tx.query(
      k('plinth.workflow_runs').select('version', 'caused_by', 'chain').where({ id: task.run_id }),
    );
    const { body } = await documentOf(gate, rows[0].version);
    const field = fieldOf(body, task.step);
    const found = field && (await actorOfRun({ actorsOfUsers, catalog }, body, rows[0].caused_by));
    if (!field || !found) return;
    const actor = { ...found, chain: [...rows[0].chain, body.id] };
    await gate.tx.query(beginCaused('holder', actor));
    await writeHolder(gate, actor, { table: table.name, id: task.row_key, field, user: task.user_id });
  };
}

/** @param {Workflow} body @param {string} id of a step @returns {string | undefined} */
const fieldOf = (body, id) => [...stepsOf(body)].find(({ step }) => step.id === id)?.step.holderField;
