/** @import { Actor, Catalog, Registry, Table } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
import { AppError, phrase } from '@plinth/plugin';
import { rowNotFound } from '../../postgres/errors/row-errors.js';
import { mayRead } from '../notifications/notifications.js';
import { inScope } from '../../rules/rights/index.js';
import { readKey } from '../../catalog/schema/key.js';
import { asUuid, k } from '../../postgres/sql/index.js';

/**
 * @typedef {{ db: Database, registry: Registry, catalog: () => Catalog, rows: any, select: any,
 *   notifications: { notify: Function }, actorsOfUsers: (ids: readonly string[]) => Promise<Actor[]> }} CommentsContext
 */

/** @param {Table} table @param {string | number} key */
export const commentsOf = (table, key) =>
  k('plinth.comments as c').where('c.table_id', table.id).where('c.row_key', String(key));

/**
 * Finds a row that has comments, and tells who may do what there.
 *
 * @param {CommentsContext} context
 */
export function createOpenRow({ db, registry, catalog, rows, select, actorsOfUsers }) {
  /** @param {Actor} actor @param {string} name @param {unknown} id @throws {AppError} ROW_NOT_FOUND, COMMENTS_OFF */
  async function open(actor, name, id) {
    const table = catalog().table(name);
    const key = readKey(registry, table, id);
    if (table.system || !(await mayRead(rows, actor, { table: name, id: key }))) throw rowNotFound();
    if (table.comments === 'off') throw commentsOff(table.label);
    return { table, key };
  }

  /** @param {Actor} actor @param {Table} table @param {string | number} key */
  async function mayWrite(actor, table, key) {
    if (actor.userId === null || !inScope(actor, table, 'create')) return false;
    if (table.comments === 'readers') return true;
    const spec = {
      table: table.name,
      select: [{ as: 'may', may: 'update' }],
      limit: 1,
      where: { field: 'id', op: 'eq', value: { param: 'key' } },
    };
    const [{ rows: found }] = await select(actor, [{ spec, params: { key } }]);
    return found[0]?.may === true;
  }

  /** @param {Actor} actor @param {string} name @param {unknown} id @param {string} comment */
  async function openOne(actor, name, id, comment) {
    const { table, key } = await open(actor, name, id);
    const { rows: found } = await db.query(commentsOf(table, key).select('c.*').where('c.id', asUuid(comment)));
    if (found.length === 0) throw commentNotFound();
    return { table, key, found: found[0] };
  }

  /** @param {Table} table @param {string | number} key @returns {(ids: readonly string[]) => Promise<Set<string>>} */
  const readersOf = (table, key) => async (ids) => {
    const actors = await actorsOfUsers(ids);
    const may = await Promise.all(actors.map((one) => mayRead(rows, one, { table: table.name, id: key })));
    return new Set(actors.flatMap((one, i) => (may[i] && one.userId ? [one.userId] : [])));
  };

  return { open, openOne, mayWrite, readersOf };
}

/** @param {string} label */
const commentsOff = (label) =>
  new AppError('COMMENTS_OFF', phrase`"${label}" has no comments`, {
    status: 404,
    hint: 'An admin can switch them on in the settings of the table',
  });

export const commentNotFound = () =>
  new AppError('COMMENT_NOT_FOUND', 'This comment is not there any more', { status: 404 });
