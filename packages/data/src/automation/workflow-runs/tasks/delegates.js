/** @import { Actor, Catalog } from '@plinth/plugin' */
/** @import { Database } from '../../../postgres/database/database.js' */
import { nameOrder } from '../../../postgres/sql/text-order.js';
import { asUuid, fixed, sql } from '../../../postgres/sql/index.js';
import { taskNotFound, taskOf, tasksOf } from './task-list.js';
import { personOf } from './whose.js';

const MOST_PEOPLE = 200;

/** @param {{ db: Database, catalog: () => Catalog, select: any, actorsOfUsers: (ids: readonly string[]) => Promise<Actor[]> }} context */
export function createDelegates({ db, catalog, select, actorsOfUsers }) {
  /**
   * People to whom the actor may delegate it: those who may read its row; of a task without a row, those with the same role.
   *
   * @param {Actor} actor @param {string} id @returns {Promise<{ id: string, name: string }[]>}
   */
  return async (actor, id) => {
    const { rows } = await db.query(tasksOf(catalog(), actor, sql`t.id = ${asUuid(id)}::uuid`));
    if (rows.length === 0) throw taskNotFound();
    const { row } = taskOf(catalog(), rows[0]);
    const { rows: others } = await db.query(sql`
      select u.id, u.name
        from plinth.users u
       where u.disabled_at is null and u.id <> ${personOf(actor)}::uuid and u.name <> ''
         and u.id is distinct from ${rows[0].not_by}::uuid
         and (${row !== null} or ${rows[0].role_id}::uuid is null or ${rows[0].role_id}::uuid = any(plinth.roles_of(u.id)))
       order by ${fixed(nameOrder('u.name', catalog()))}, u.id
       limit ${MOST_PEOPLE}`);
    if (!row) return rows[0].role_id === null ? [] : others;
    const readers = await readersOf(row, others);
    return others.filter((/** @type {{ id: string }} */ one) => readers.has(one.id));
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
