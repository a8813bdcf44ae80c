/** @import { Actor, Catalog, Values } from '@plinth/plugin' */
/** @import { Database } from '../../../postgres/database/database.js' */
/** @import { Fragment } from '../../../postgres/sql/index.js' */
import { AppError } from '@plinth/plugin';
import { asUuid, sql } from '../../../postgres/sql/index.js';
import { mayKnow } from './whose.js';

const PAGE = 30;
/** A number above this is shown as "99+". */
const MOST_COUNTED = 100;

/**
 * @typedef {{ name: string, label: string, needsComment: boolean }} TaskOutcome
 * @typedef {{ name: string, label: string, type: import('@plinth/plugin').WorkflowVariable['type'], required: boolean }} TaskField
 * @typedef {{ id: string, title: string, text: string, workflow: string, state: 'open' | 'decided' | 'expired' | 'cancelled',
 *   createdAt: string, dueAt: string | null, row: { table: string, id: string } | null, form: TaskField[], outcomes: TaskOutcome[],
 *   mayDelegate: boolean, isOrphaned: boolean, outcome: string | null, comment: string | null, values: Values | null,
 *   decidedBy: { id: string, name: string } | null, decidedAt: string | null, role: string | null,
 *   user: { id: string, name: string } | null, history: { what: string, by?: string, name?: string, to?: string, at: string, note?: string }[] }} Task
 */

/** Of open tasks the nearest deadline comes first, of others the last decision. */
const ORDERS = Object.freeze({
  open: {
    state: sql`t.state = 'open'`,
    by: sql`coalesce(t.due_at, 'infinity'), t.id`,
    of: sql`coalesce(due_at, 'infinity'), id`,
  },
  done: {
    state: sql`t.state <> 'open'`,
    by: sql`coalesce(t.decided_at, t.created_at), t.id`,
    of: sql`coalesce(decided_at, created_at), id`,
  },
});

/** Tasks that the actor may know of. @param {Catalog} catalog @param {Actor} actor @param {Fragment} condition over `t` */
export const tasksOf = (catalog, actor, condition) => sql`
  select t.*, u.name as user_name, u.disabled_at is not null as is_gone, d.name as decided_name
    from plinth.tasks t
    left join plinth.users u on u.id = t.user_id
    left join plinth.users d on d.id = t.decided_by
   where ${mayKnow(catalog, actor)} and ${condition}`;

/**
 * Tasks as those see them whom they are for.
 *
 * @param {{ db: Database, catalog: () => Catalog }} context
 */
export function createTaskList({ db, catalog }) {
  return {
    /**
     * @param {Actor} actor @param {{ state?: 'open' | 'done', after?: string | null, row?: { table: string, id: string } | null }} [options]
     *   after: the last one of the page before; row: only those about this row
     * @returns {Promise<{ tasks: Task[], next: string | null }>}
     */
    async list(actor, { state = 'open', after = null, row = null } = {}) {
      const { state: condition, by, of } = ORDERS[state];
      const last = sql`(select ${of} from plinth.tasks where id = ${asUuid(after)}::uuid)`;
      const beyond = after === null ? sql`true` : state === 'open' ? sql`(${by}) > ${last}` : sql`(${by}) < ${last}`;
      const order = state === 'open' ? by : sql`coalesce(t.decided_at, t.created_at) desc, t.id desc`;
      const { rows } = await db.query(
        sql`${tasksOf(catalog(), actor, sql`${condition} and ${beyond} and ${about(catalog(), row)}`)} order by ${order} limit ${PAGE + 1}`,
      );
      const tasks = rows.slice(0, PAGE).map((row) => taskOf(catalog(), row));
      return { tasks, next: rows.length > PAGE ? tasks[PAGE - 1].id : null };
    },

    /** The only open one about a row, if there is exactly one. @param {Actor} actor @param {{ table: string, id: string }} row @returns {Promise<string | null>} */
    async onlyAbout(actor, row) {
      const { rows } = await db.query(
        sql`${tasksOf(catalog(), actor, sql`t.state = 'open' and ${about(catalog(), row)}`)} limit 2`,
      );
      return rows.length === 1 ? rows[0].id : null;
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
      const { rows } = await db.query(tasksOf(catalog(), actor, sql`t.id = ${asUuid(id)}::uuid`));
      if (rows.length === 0) throw taskNotFound();
      return taskOf(catalog(), rows[0]);
    },
  };
}

/** @param {Catalog} catalog @param {{ table: string, id: string } | null} row @returns {Fragment} over `t` */
function about(catalog, row) {
  if (row === null) return sql`true`;
  if (!catalog.hasTable(row.table)) return sql`false`;
  return sql`t.table_id = ${catalog.table(row.table).id}::uuid and t.row_key = ${row.id}`;
}

/** @param {Catalog} catalog @param {any} task @returns {Task} */
export function taskOf(catalog, task) {
  const table = catalog.tables.find(({ id }) => id === task.table_id);
  return {
    id: task.id,
    title: task.title,
    text: task.text,
    state: task.state,
    createdAt: task.created_at,
    dueAt: task.due_at,
    form: task.form,
    outcomes: task.outcomes,
    mayDelegate: task.may_delegate,
    isOrphaned: task.orphaned_at !== null,
    outcome: task.outcome,
    comment: task.comment,
    values: task.values,
    decidedAt: task.decided_at,
    history: task.history,
    workflow: catalog.workflows.find(({ id }) => id === task.workflow_id)?.label ?? '',
    row: table ? { table: table.name, id: task.row_key } : null,
    role: catalog.roles.find(({ id }) => id === task.role_id)?.label ?? null,
    // Those with the role have it again.
    user:
      task.user_id === null || (task.is_gone && task.role_id) ? null : { id: task.user_id, name: task.user_name ?? '' },
    decidedBy: task.decided_by === null ? null : { id: task.decided_by, name: task.decided_name ?? '' },
  };
}

export const taskNotFound = () => new AppError('TASK_NOT_FOUND', 'This task does not exist', { status: 404 });
