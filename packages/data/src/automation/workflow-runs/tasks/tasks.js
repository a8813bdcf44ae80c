/** @import { Actor, Catalog } from '@plinth/plugin' */
/** @import { Database } from '../../../postgres/database/database.js' */
/** @import { Within } from '../../../gate/rows/within.js' */
/** @import { Decision } from './check-decision.js' */
/** @import { Task } from './task-list.js' */
import { AppError, inputInvalid, phrase } from '@plinth/plugin';
import { asUuid, sql } from '../../../postgres/sql/index.js';
import { wakeToken } from '../claims.js';
import { checkDecision } from './check-decision.js';
import { createDelegates } from './delegates.js';
import { createHandOn } from './holder.js';
import { createTaskList, taskNotFound, taskOf, tasksOf } from './task-list.js';
import { personOf } from './whose.js';
import { storedJson } from '../../../postgres/sql/stored-json.js';

const LONGEST_NOTE = 2000;

/**
 * Tasks of workflows, for the people who decide.
 *
 * @param {{ db: Database, catalog: () => Catalog, within: <T>(work: (gate: Within) => Promise<T>) => Promise<T>, wake: () => void,
 *   ask: ReturnType<typeof import('./ask.js').createAsk>, select: any, actorsOfUsers: (ids: readonly string[]) => Promise<Actor[]>,
 *   documentOf: import('../types.d.ts').Kit['documentOf'] }} context
 */
export function createTasks(context) {
  const { catalog, within, wake, ask } = context;
  const people = createDelegates(context);
  const handOn = createHandOn(context);

  /**
   * The task, with its token locked, so that its deadline can't pass in the meantime.
   *
   * @param {Within} gate @param {Actor} actor @param {string} id
   */
  async function take({ tx }, actor, id) {
    await tx.query(sql`
      select from plinth.workflow_tokens
       where id = (select token_id from plinth.tasks where id = ${asUuid(id)}::uuid) for update`);
    const { rows } = await tx.query(sql`${tasksOf(catalog(), actor, sql`t.id = ${asUuid(id)}::uuid`)} for update of t`);
    if (rows.length === 0) throw taskNotFound();
    const task = taskOf(catalog(), rows[0]);
    if (task.state !== 'open') throw taskDecided(task);
    return { task, token: rows[0].token_id };
  }

  return {
    ...createTaskList(context),
    people,

    /**
     * @param {Actor} actor @param {string} id @param {Decision} decision
     * @throws {AppError} TASK_NOT_FOUND, TASK_DECIDED: somebody was faster, INPUT_INVALID
     */
    async decide(actor, id, decision) {
      const me = personOf(actor);
      await within(async (gate) => {
        const { task, token } = await take(gate, actor, id);
        const answer = checkDecision(task, decision);
        const { rows } = await gate.tx.query(sql`
          update plinth.tasks
             set state = 'decided', outcome = ${answer.outcome}, comment = ${answer.comment || null},
                 values = ${storedJson(answer.values)}::jsonb, decided_by = ${me}::uuid, decided_at = clock_timestamp()
           where id = ${task.id}::uuid
          returning decided_at`);
        const at = new Date(rows[0].decided_at).toISOString();
        await gate.tx.query(wakeToken(token, 'task', { ...answer, by: me, at }));
      });
      wake();
    },

    /** @param {Actor} actor @param {string} id @param {{ to: string, note?: string }} request */
    async delegate(actor, id, { to, note = '' }) {
      const known = await people(actor, id);
      if (!known.some((one) => one.id === to)) throw inputInvalid({ to: 'Choose a person' });
      await within(async (gate) => {
        const { task } = await take(gate, actor, id);
        if (!task.mayDelegate) throw inputInvalid({ to: 'This task can’t be delegated' });
        const entry = {
          what: 'delegated',
          by: personOf(actor),
          to,
          note: note.slice(0, LONGEST_NOTE),
          at: new Date().toISOString(),
        };
        const { rows } = await gate.tx.query(sql`
          update plinth.tasks
             set user_id = ${to}::uuid, orphaned_at = null, history = history || ${storedJson([entry])}::jsonb
           where id = ${task.id}::uuid
          returning *`);
        await handOn(gate, rows[0]);
        await ask.tell(gate, rows[0], { what: 'delegated', by: actor.name ?? '', note: entry.note });
      });
    },
  };
}

/** @param {Task} task */
function taskDecided({ state, decidedBy, outcome, outcomes }) {
  const label = outcomes.find(({ name }) => name === outcome)?.label ?? '';
  const message =
    state === 'decided'
      ? phrase`${decidedBy?.name ?? ''} has already decided this task: ${label}`
      : phrase`This task is no longer open`;
  return new AppError('TASK_DECIDED', message, { status: 409, hint: 'Your list shows what is still open' });
}
