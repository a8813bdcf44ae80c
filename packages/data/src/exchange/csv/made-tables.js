/** @import { Actor, Catalog, Table } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
import { AppError, phrase } from '@plinth/plugin';
import { forbidden } from '../../postgres/errors/row-errors.js';
import { isUnlimited } from '../../rules/rights/index.js';
import { tableSql } from '../../postgres/sql/physical.js';
import { k, sql } from '../../postgres/sql/index.js';

const DAY_MS = 86_400_000;

/**
 * @typedef {{ db: Database, catalog: () => Catalog, clock?: () => Date,
 *   undoAll: (actor: Actor, revisions: readonly string[]) => Promise<unknown> }} MadeContext `undoAll`: of revisions
 */

/**
 * Notes by which revisions an import has made its table.
 *
 * @param {Pick<Database, 'query'>} on @param {string} tableId @param {readonly string[]} revisions first to last
 */
export const noteMade = (on, tableId, revisions) =>
  on.query(
    k('plinth.imports')
      .where({ table_id: tableId, made: null })
      .update({ made: JSON.stringify(revisions) }),
  );

/**
 * Tables that imports have made and whose rows were taken back since: they can go as well, with their views, page and menu entry,
 * as long as nobody has worked with them.
 *
 * @param {MadeContext} context
 */
export function createMadeTables({ db, catalog, undoAll, clock = () => new Date() }) {
  return {
    /**
     * The table that an import made and that nobody has worked with.
     *
     * @param {Actor} actor @param {string} id of an import that was undone @returns {Promise<Table | null>}
     */
    async unusedTable(actor, id) {
      return isUnlimited(actor) ? ((await find(id))?.table ?? null) : null;
    },

    /**
     * Undoes what made it, the last revision first: all of them or none. Each of them can be redone.
     *
     * @param {Actor} actor @param {string} id of an import
     * @throws {AppError} FORBIDDEN, IMPORT_TABLE_USED, EDIT_CONFLICT
     */
    async removeMade(actor, id) {
      if (!isUnlimited(actor)) throw forbidden(phrase`undo imports`);
      const found = await find(id);
      if (!found) throw tableUsed();
      await undoAll(actor, found.made.toReversed());
    },
  };

  /** @param {string} id @returns {Promise<{ table: Table, made: string[] } | null>} */
  async function find(id) {
    const { rows } = await db.query(sql`select i.table_id, i.made from plinth.imports i
      where i.id::text = ${id} and i.made is not null and i.undone_at is not null
        and i.started_at > ${new Date(clock().getTime() - DAY_MS).toISOString()}::timestamptz`);
    const table = catalog().tables.find((one) => one.id === rows[0]?.table_id);
    if (!table) return null;
    const { made } = rows[0];
    return (await isUsed(table, made)) ? null : { table, made };
  }

  /** Whether it has rows, or was changed since. @param {Table} table @param {string[]} made @returns {Promise<boolean>} */
  async function isUsed(table, made) {
    const about = (/** @type {'id' | 'parent'} */ key) => JSON.stringify([{ [key]: table.id }]);
    const { rows } = await db.query(sql`select exists (select from ${tableSql(table)})
      or exists (select from plinth.revisions r where r.undone_by is null
        and r.version > (select max(version) from plinth.revisions where id::text = any (${made}::text[]))
        and (r.changes @> ${about('id')}::jsonb or r.changes @> ${about('parent')}::jsonb)) as used`);
    return rows[0].used;
  }
}

const tableUsed = () =>
  new AppError('IMPORT_TABLE_USED', 'The table of this import stays: it has rows, or somebody has worked with it', {
    status: 409,
    hint: 'Remove it in its settings',
  });
