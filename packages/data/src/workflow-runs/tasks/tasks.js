/** @import { Actor, Catalog } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database.js' */
/** @import { Within } from '../../rows/within.js' */
import { AppError, inputInvalid, phrase } from '@plinth/plugin';
import { asUuid, k, sql } from '../../sql/index.js';
import { wakeToken } from '../claims.js';
import { asVariable } from '../variables.js';
import { mayKnow, personOf } from './whose.js';

const PAGE = 30;
const LONGEST_COMMENT = 2000;
/** A number above this is shown as "99+". */
const MOST_COUNTED = 100;
const MOST_PEOPLE = 200;

/**
 * @typedef {{ name: string, label: string, needsComment: boolean }} TaskOutcome
 * @typedef {{ name: string, label: string, type: import('@plinth/plugin').WorkflowVariable['type'], required: boolean }} TaskField
 * @typedef {{ id: string, title: string, text: string, workflow: string, state: 'open' | 'decided' | 'expired' | 'cancelled',
 *   createdAt: string, dueAt: string | null, row: { table: string, id: string } | null, form: TaskField[], outcomes: TaskOutcome[],
 *   mayDelegate: boolean, isOrphaned: boolean, outcome: string | null, comment: string | null, values: Record<string, any> | null,
 *   decidedBy: { id: string, name: string } | null, decidedAt: string | null, role: string | null,
 *   user: { id: string, name: string } | null, history: { what: string, by?: string, name?: string, to?: string, at: string, note?: string }[] }} Task
 * @typedef {{ outcome: string, comment?: string, values?: Record<string, unknown> }} Decision
 */

/**
 * What workflows ask people to decide, as these people see it.
 *
 * @param {{ db: Database, catalog: () => Catalog, within: <T>(work: (gate: Within) => Promise<T>) => Promise<T>, wake: () => void,
 *   ask: ReturnType<typeof import('./ask.js').createAsk>, select: any, actorsOfUsers: (ids: readonly string[]) => Promise<Actor[]> }} context
 */
export function createTasks({ db, catalog, within, wake, ask, select, actorsOfUsers }) {
  /** @param {Actor} actor @param {import('../../sql/index.js').Fragment} condition */
  const found = (actor, condition) => sql`
    select t.*, u.name as user_name, d.name as decided_name
      from plinth.tasks t
      left join plinth.users u on u.id = t.user_id
      left join plinth.users d on d.id = t.decided_by
     where ${mayKnow(catalog(), actor)} and ${condition}`;

  /** @param {any} task @returns {Task} */
  const record = (task) => recordOf(catalog(), task);

  /**
   * The task, with its token locked: a deadline can't pass meanwhile.
   *
   * @param {Within} gate @param {Actor} actor @param {string} id
   */
  async function take({ tx }, actor, id) {
    await tx.query(sql`
      select from plinth.workflow_tokens
       where id = (select token_id from plinth.tasks where id = ${asUuid(id)}::uuid) for update`);
    const { rows } = await tx.query(sql`${found(actor, sql`t.id = ${asUuid(id)}::uuid`)} for update of t`);
    if (rows.length === 0) throw taskNotFound();
    const task = record(rows[0]);
    if (task.state !== 'open') throw taskDecided(task);
    return { task, token: rows[0].token_id };
  }

  return {
    /**
     * Open ones with the nearest deadline first; decided ones newest first.
     *
     * @param {Actor} actor @param {{ state?: 'open' | 'done', page?: number }} [options]
     * @returns {Promise<{ tasks: Task[], hasMore: boolean }>}
     */
    async list(actor, { state = 'open', page = 1 } = {}) {
      const isOpen = state === 'open';
      const condition = isOpen ? sql`t.state = 'open'` : sql`t.state <> 'open'`;
      const order = isOpen ? sql`t.due_at nulls last, t.id` : sql`t.decided_at desc nulls last, t.id desc`;
      const { rows } = await db.query(
        sql`${found(actor, condition)} order by ${order} limit ${PAGE + 1} offset ${(Math.min(page, 100) - 1) * PAGE}`,
      );
      return { tasks: rows.slice(0, PAGE).map(record), hasMore: rows.length > PAGE };
    },

    /** How many are open, at most 100. @param {Actor} actor @returns {Promise<number>} */
    async count(actor) {
      const { rows } = await db.query(sql`
        select count(*)::int as n
          from (select from plinth.tasks t where t.state = 'open' and ${mayKnow(catalog(), actor)} limit ${MOST_COUNTED}) t`);
      return rows[0].n;
    },

    /** @param {Actor} actor @param {string} id @returns {Promise<Task>} @throws {AppError} TASK_NOT_FOUND */
    async get(actor, id) {
      const { rows } = await db.query(found(actor, sql`t.id = ${asUuid(id)}::uuid`));
      if (rows.length === 0) throw taskNotFound();
      return record(rows[0]);
    },

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
                 values = ${JSON.stringify(answer.values)}::jsonb, decided_by = ${me}::uuid, decided_at = clock_timestamp()
           where id = ${task.id}::uuid
          returning decided_at`);
        const at = new Date(rows[0].decided_at).toISOString();
        await gate.tx.query(wakeToken(token, 'task', { ...answer, by: me, at }));
      });
      wake();
    },

    /**
     * People to whom the actor may delegate it: those who may read its row; of a task without a row, those with the same role.
     *
     * @param {Actor} actor @param {string} id @returns {Promise<{ id: string, name: string }[]>}
     */
    async people(actor, id) {
      const { rows } = await db.query(found(actor, sql`t.id = ${asUuid(id)}::uuid`));
      if (rows.length === 0) throw taskNotFound();
      const { row } = record(rows[0]);
      const { rows: others } = await db.query(sql`
        select u.id, u.name
          from plinth.users u
         where u.disabled_at is null and u.id <> ${personOf(actor)}::uuid and u.name <> ''
           and (${row !== null} or ${rows[0].role_id}::uuid is null or ${rows[0].role_id}::uuid = any(plinth.roles_of(u.id)))
         order by lower(u.name), u.id
         limit ${MOST_PEOPLE}`);
      if (!row) return rows[0].role_id === null ? [] : others;
      const readers = await readersOf(row, others);
      return others.filter((/** @type {{ id: string }} */ one) => readers.has(one.id));
    },

    /** @param {Actor} actor @param {string} id @param {{ to: string, note?: string }} request */
    async delegate(actor, id, { to, note = '' }) {
      const people = await this.people(actor, id);
      if (!people.some((one) => one.id === to)) throw inputInvalid({ to: 'Choose a person' });
      await within(async (gate) => {
        const { task } = await take(gate, actor, id);
        if (!task.mayDelegate) throw inputInvalid({ to: 'This task can’t be delegated' });
        const entry = { what: 'delegated', by: personOf(actor), to, note: note.slice(0, LONGEST_COMMENT), at: new Date().toISOString() };
        const { rows } = await gate.tx.query(sql`
          update plinth.tasks
             set user_id = ${to}::uuid, orphaned_at = null, history = history || ${JSON.stringify([entry])}::jsonb
           where id = ${task.id}::uuid
          returning *`);
        await ask.tell(gate, rows[0]);
      });
    },

    /** Names of people in histories. @param {readonly string[]} ids @returns {Promise<Map<string, string>>} */
    async names(ids) {
      const { rows } = await db.query(k('plinth.users').select('id', 'name').whereRaw('id = any(?::uuid[])', [[...ids]]));
      return new Map(rows.map(({ id, name }) => [id, name]));
    },
  };

  /** @param {{ table: string, id: string }} row @param {readonly { id: string }[]} people */
  async function readersOf({ table, id }, people) {
    const actors = await actorsOfUsers(people.map((one) => one.id));
    const where = { field: 'id', op: /** @type {const} */ ('eq'), value: { param: 'id' } };
    const query = { spec: { table, select: [], where, limit: 1 }, params: { id } };
    const readers = new Set();
    for (const actor of actors) if ((await select(actor, [query]))[0].rows.length > 0) readers.add(actor.userId);
    return readers;
  }
}

/** @param {Catalog} catalog @param {any} task @returns {Task} */
function recordOf(catalog, task) {
  const table = catalog.tables.find(({ id }) => id === task.table_id);
  return {
    ...{ id: task.id, title: task.title, text: task.text, state: task.state, createdAt: task.created_at, dueAt: task.due_at },
    ...{ form: task.form, outcomes: task.outcomes, mayDelegate: task.may_delegate, isOrphaned: task.orphaned_at !== null },
    ...{ outcome: task.outcome, comment: task.comment, values: task.values, decidedAt: task.decided_at, history: task.history },
    workflow: catalog.workflows.find(({ id }) => id === task.workflow_id)?.label ?? '',
    row: table ? { table: table.name, id: task.row_key } : null,
    role: catalog.roles.find(({ id }) => id === task.role_id)?.label ?? null,
    user: task.user_id === null ? null : { id: task.user_id, name: task.user_name ?? '' },
    decidedBy: task.decided_by === null ? null : { id: task.decided_by, name: task.decided_name ?? '' },
  };
}

/** @param {Task} task @param {Decision} decision */
function checkDecision({ outcomes, form }, { outcome: name, comment = '', values: given = {} }) {
  const outcome = outcomes.find((one) => one.name === name);
  if (!outcome) throw inputInvalid({ outcome: 'Choose one of the answers' });
  /** @type {Record<string, import('@plinth/plugin').Message>} */
  const errors = {};
  if (outcome.needsComment && comment.trim() === '') errors.comment = 'Write a comment';
  if (comment.length > LONGEST_COMMENT) errors.comment = phrase`at most ${LONGEST_COMMENT} characters`;
  /** @type {Record<string, unknown>} */
  const values = {};
  for (const field of form) {
    try {
      values[field.name] = asVariable({ ...field, isInput: false, value: '' }, given[field.name]);
      if (field.required && values[field.name] === null) errors[field.name] = 'is required';
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      errors[field.name] = error.phrases.message;
    }
  }
  if (Object.keys(errors).length > 0) throw inputInvalid(errors);
  return { outcome: name, comment: comment.trim(), values };
}

const taskNotFound = () => new AppError('TASK_NOT_FOUND', 'This task does not exist', { status: 404 });

/** @param {Task} task */
function taskDecided({ state, decidedBy, outcome, outcomes }) {
  const label = outcomes.find(({ name }) => name === outcome)?.label ?? '';
  const message =
    state === 'decided'
      ? phrase`${decidedBy?.name ?? ''} has already decided this task: ${label}`
      : phrase`This task is no longer open`;
  return new AppError('TASK_DECIDED', message, { status: 409, hint: 'Your list shows what is still open' });
}
