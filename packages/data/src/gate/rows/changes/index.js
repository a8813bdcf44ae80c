/** @import { Actor, Catalog, Table } from '@plinth/plugin' */
/** @import { Transaction } from '../../../postgres/database/transaction.js' */
/** @import { WriteContext } from '../write-rows.js' */
/** @import { Restored } from '../../types.d.ts' */
/** @import { ChangeEntry } from './find-change.js' */
/** @import { Undoing } from './undoing.js' */
import { AppError, phrase } from '@plinth/plugin';
import { accessLevel, isUnlimited, readableField } from '../../../rules/rights/index.js';
import { readKey } from '../../../catalog/schema/key.js';
import { sql } from '../../../postgres/sql/index.js';
import { deletionNotFound, toldTo } from '../deletions/index.js';
import { addedRows, changedRows, findChange, undoOf } from './find-change.js';
import { removeAdded } from './remove-added.js';
import { changedSince, revertRows } from './revert-rows.js';
import { titleOf } from './undoing.js';

/**
 * What was undone: rows that came back, rows that have their values again, rows that are gone again, and what stays and why.
 *
 * @typedef {Restored & { changed: number, removed: number }} Undone
 * @typedef {{ write: WriteContext, deletions: ReturnType<typeof import('../deletions/index.js').createDeletions> }} UndoContext
 */

/**
 * Undoes what a person did at once: a form, a bulk edit, cells, a card that was moved.
 *
 * @param {UndoContext} context
 */
export function createUndo({ write, deletions }) {
  const { db, catalog } = write;

  return {
    /**
     * Whether a change can be undone by its actor: a table without history has nothing to undo with, and a row that one may
     * not delete can't be taken away again.
     *
     * @param {Actor} actor with `change` @returns {Promise<string | null>} the id to undo it by
     */
    async offered(actor) {
      if (!actor.change || actor.userId === null) return null;
      const found = await findChange(db, actor.change);
      if (!found) return null;
      const may = found.tables.every(({ id, operation }) => {
        const table = catalog().tables.find((one) => one.id === id);
        return table && (operation !== 'insert' || accessLevel(actor, table, 'delete') !== 'none');
      });
      return may ? actor.change : null;
    },

    /**
     * Undoes a change, for whoever made it within the last hour, with the rights that they have now. A deletion can also be
     * undone by admins. What somebody has changed since stays as it is.
     *
     * @param {Actor} actor @param {string} id of the change, or of a deletion @returns {Promise<Undone>}
     * @throws {AppError} DELETION_NOT_FOUND, ALREADY_UNDONE, ALREADY_RESTORED, UNDO_CONFLICT, RESTORE_CONFLICT, FORBIDDEN
     */
    async undo(actor, id) {
      const found = isUuid(id) ? await findChange(db, id) : null;
      const author = { ...actor, change: isUuid(id) ? undoOf(id) : undefined };
      if (!found?.wrote) return { ...(await deletions.undo(author, id)), changed: 0, removed: 0 };
      if (actor.userId === null || found.user !== actor.userId || !found.recent) throw deletionNotFound();
      return write.withNewestSchema(() => db.transaction((tx) => undoWithin({ write, deletions }, tx, author, id)));
    },
  };
}

/** @param {UndoContext} context @param {Transaction} tx @param {Actor} actor @param {string} id @returns {Promise<Undone>} */
async function undoWithin({ write, deletions }, tx, actor, id) {
  // The rows become what they were, whatever triggers would make of them.
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`plinth.change ${id}`}, 0)),
    set_config('plinth.as_saved', 'on', true)`);
  const found = await findChange(tx, id);
  if (!found || found.undone) throw alreadyUndone();
  /** @type {Undoing} */
  const undoing = {
    tx,
    context: write,
    actor,
    system: { ...actor, system: true },
    changed: 0,
    removed: 0,
    left: [],
  };
  // Rows must be there before others can point at them again, and nothing may point at those that go.
  const back = found.deleted ? await deletions.restoreWithin(tx, actor, id) : { restored: [], conflicts: [] };
  for await (const entries of changedRows(tx, id)) await revert(undoing, entries);
  for await (const entries of addedRows(tx, id)) await remove(undoing, entries);
  const told = toldTo(actor, back);
  const left = await shown(undoing);
  const done = undoing.changed + undoing.removed + back.restored.length;
  if (done === 0 && left.length > 0) throw nothingUndone(left[0]);
  return { ...told, conflicts: [...told.conflicts, ...left], changed: undoing.changed, removed: undoing.removed };
}

/** In statements of one table, in which each row is once. @param {Undoing} undoing @param {readonly ChangeEntry[]} entries */
async function revert(undoing, entries) {
  const catalog = undoing.context.catalog();
  const stays = new Set(undoing.left.map(({ table, key }) => `${table.id} ${key}`));
  /** @type {ChangeEntry[]} */
  let batch = [];
  const flush = async () => {
    const table = batch.length > 0 ? tableIn(catalog, batch[0].table_id) : null;
    if (table) await revertRows(undoing, table, batch);
    batch = [];
  };
  for (const entry of entries) {
    if (stays.has(`${entry.table_id} ${entry.row_key}`)) continue;
    const isApart = batch.some(
      (one) => one.table_id !== entry.table_id || (one.table_id === entry.table_id && one.row_key === entry.row_key),
    );
    if (isApart) await flush();
    batch.push(entry);
  }
  await flush();
}

/** @param {Undoing} undoing @param {readonly (ChangeEntry & { touched: boolean })[]} entries */
async function remove(undoing, entries) {
  const { registry, catalog } = undoing.context;
  for (let i = 0; i < entries.length;) {
    const { table_id: id } = entries[i];
    const end = entries.findIndex((one, at) => at > i && one.table_id !== id);
    const group = entries.slice(i, end < 0 ? entries.length : end);
    i += group.length;
    const table = tableIn(catalog(), id);
    if (!table) continue;
    const keyOf = (/** @type {ChangeEntry} */ { row_key: key }) => readKey(registry, table, key);
    const touched = group.filter((one) => one.touched).map(keyOf);
    undoing.left.push(...touched.map((key) => ({ table, key, error: changedSince() })));
    await removeAdded(undoing, table, group.filter((one) => !one.touched).map(keyOf));
  }
}

/** What stays, as the actor may know it; the first rows by name. @param {Undoing} undoing */
async function shown(undoing) {
  const { actor, left } = undoing;
  const told = [];
  for (const [i, one] of left.entries()) {
    const { table, error } = one;
    const isNamed = i < MOST_NAMED && (isUnlimited(actor) || readsTitle(actor, table));
    told.push({ table: table.name, title: isNamed ? await titleOf(undoing, one) : null, error });
  }
  return told;
}

/** Rows that are named in a message. */
const MOST_NAMED = 5;

/** @param {Actor} actor @param {Table} table */
const readsTitle = (actor, table) =>
  accessLevel(actor, table, 'read') === 'all' &&
  table.hasField(table.display) &&
  readableField(actor, table, table.field(table.display));

/** @param {Catalog} catalog @param {string} id @returns {Table | null} null: it was removed since */
const tableIn = (catalog, id) => catalog.tables.find((one) => one.id === id) ?? null;

/** @param {unknown} id */
const isUuid = (id) => typeof id === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);

const alreadyUndone = () => new AppError('ALREADY_UNDONE', 'This has already been undone', { status: 409 });

/** @param {{ title: string | null, table: string, error: AppError }} left */
function nothingUndone({ error }) {
  const status = error.status === 403 ? 403 : 409;
  return new AppError(error.code, phrase`Nothing was undone: ${error.phrases.message}`, {
    status,
    hint: error.phrases.hint,
  });
}
