import { AppError, phrase } from '@plinth/plugin';
import { isUnlimited, readableField } from '../../rules/rights/index.js';
import { k, raw, sql } from '../../postgres/sql/index.js';
import { forbidden } from '../../postgres/errors/row-errors.js';
import { readKey } from '../../catalog/schema/key.js';
import { deletedList } from './deleted-list.js';
import { madeBy } from './made-by.js';

/** @import { Actor, Catalog, Field, Registry, Table, Row, Values } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
/**
 * @typedef {object} HistoryEntry
 * @property {string} id
 * @property {string} at
 * @property {'insert' | 'update' | 'delete'} operation
 * @property {{ id: string, name: string | null, picture: string | null } | null} user null if no user did it; name is
 *   null if the user was removed
 * @property {{ field: string, label: string, before: unknown, after: unknown }[]} changes of fields that still exist
 */

const MOST = 200;

/**
 * What happened to a row. Only changes through the gate are recorded, not those made with psql.
 *
 * @param {{ db: Database, registry: Registry, catalog: () => Catalog, rows: any,
 *   deletions: { restoreEntry(actor: Actor, entry: string): Promise<any> },
 *   events?: import('../security/security-events.js').SecurityEvents }} context
 */
export function createHistory({ db, registry, catalog, rows, deletions, events }) {
  /**
   * Whoever may read the row may read its history; the history of a deleted row is for admins only.
   *
   * @param {Actor} actor @param {Table} table @param {unknown} id
   */
  async function checkReadable(actor, table, id) {
    const key = readKey(registry, table, id);
    try {
      await rows.get(actor, table.name, key, { fields: [] });
      return { key, exists: true };
    } catch (error) {
      if (!isUnlimited(actor) || !(error instanceof AppError) || error.code !== 'ROW_NOT_FOUND') throw error;
      return { key, exists: false };
    }
  }

  return {
    /**
     * Newest first.
     *
     * @param {Actor} actor @param {string} name @param {unknown} id @param {{ limit?: number, before?: string }}
     *   [options] `before`: id of the last entry shown
     * @returns {Promise<HistoryEntry[]>}
     */
    async list(actor, name, id, { limit = 50, before } = {}) {
      const table = catalog().table(name);
      const { key } = await checkReadable(actor, table, id);
      const found = await entries(db, table, key, {
        limit: Math.min(Math.max(limit, 1), MOST),
        before: entryId(before),
        told: toldFields(registry, actor, table).map((field) => field.id),
      });
      return found.map((entry) => shownEntry(toldFields(registry, actor, table), entry));
    },

    /**
     * Deleted rows that were not restored, newest first. Rows deleted together with another row are one entry. Only
     * admins may see deleted rows.
     *
     * @param {Actor} actor @param {string} name @param {{ limit?: number, before?: string }} [options] `before`: id of the last entry seen
     * @returns {Promise<(HistoryEntry & { key: string } & import('./deleted-list.js').Together)[]>}
     */
    async deleted(actor, name, { limit = 50, before } = {}) {
      if (!isUnlimited(actor)) throw forbidden(phrase`see deleted rows`);
      const table = catalog().table(name);
      const range = { limit: Math.min(Math.max(limit, 1), MOST), before: entryId(before) };
      const found = await deletedList(db, catalog(), table, entriesOf(table), range);
      return found.map(({ entry, together }) => ({
        ...shownEntry(toldFields(registry, actor, table), entry),
        key: entry.row_key,
        ...together,
      }));
    },

    /**
     * Restores a deleted row with all that was deleted together with it. Only admins may.
     *
     * @param {Actor} actor @param {string} name @param {unknown} id @param {string} entry of the deletion
     * @returns {Promise<import('../types.d.ts').Restored>}
     */
    async restoreDeleted(actor, name, id, entry) {
      const table = catalog().table(name);
      const { key, exists } = await checkReadable(actor, table, id);
      const wanted = entryId(entry);
      const [newest] = wanted ? await entries(db, table, key, { limit: 1 }) : [];
      if (exists || newest?.id !== wanted) throw entryNotFound();
      const restored = await deletions.restoreEntry(actor, /** @type {string} */ (wanted));
      if (restored) return restored;
      const row = await this.restore(actor, name, id, entry);
      return { rows: [{ table: name, key: row.id }], taken: 0, conflicts: [] };
    },

    /**
     * Restores the values that a row had after an entry (for a deletion: before it), as an update through the gate; a
     * deleted row is created again, which only admins may do.
     *
     * @param {Actor} actor @param {string} name @param {unknown} id @param {string | null} entry
     * @param {{ before?: boolean }} [options] before: take the values before this entry; if the row is older than its
     *   history, no other entry has them
     * @returns {Promise<Values>}
     */
    async restore(actor, name, id, entry, { before = false } = {}) {
      const table = catalog().table(name);
      const { key, exists } = await checkReadable(actor, table, id);
      const wanted = entryId(entry);
      const all = wanted ? await entries(db, table, key, { limit: null, from: wanted }) : [];
      if (!all.some((one) => one.id === wanted)) throw entryNotFound();
      const latest = exists ? await rows.get(actor, name, key) : null;
      const values = valuesAt(actor, table, latest, all, { wanted: /** @type {string} */ (wanted), before });
      const row = exists
        ? await rows.update(actor, name, key, changedOnly(values, latest))
        : await rows.insert({ ...actor, system: true }, name, { ...values, id: key });
      await events?.add('row-restored', { by: actor.userId, address: actor.address, what: `${name} ${key}` });
      return row;
    },
  };
}

/**
 * @param {Database} db @param {Table} table @param {unknown} key
 * @param {{ limit: number | null, before?: string | null, from?: string, told?: readonly string[] }} range told: ids of
 * visible fields; entries that change only other fields are left out
 */
async function entries(db, table, key, { limit, before = null, from, told }) {
  const query = entriesOf(table).where('h.row_key', String(key));
  if (limit !== null) query.limit(limit);
  if (before !== null) query.where('h.id', '<', before);
  if (from !== undefined) query.where('h.id', '>=', from);
  // These jsonb operators contain a question mark, which knex takes for a value.
  if (told)
    query.where(
      raw(sql`(h.operation <> 'update' or h.before ?| ${[...told]}::text[] or h.after ?| ${[...told]}::text[])`),
    );
  const { rows: found } = await db.query(query);
  return found;
}

/** Recorded changes of a table's rows with their users, newest first. @param {Table} table */
const entriesOf = (table) =>
  k('plinth.row_history as h')
    .leftJoin('plinth.users as u', 'u.id', 'h.user_id')
    .select(
      'h.id',
      'h.at',
      'h.operation',
      'h.user_id',
      { user_name: 'u.name', user_picture: 'u.picture' },
      'h.before',
      'h.after',
    )
    .where('h.table_id', table.id)
    .orderBy('h.id', 'desc');

/** Not what keeps an order by hand, which says nothing to people. @param {Registry} registry @param {Actor} actor @param {Table} table */
const toldFields = (registry, actor, table) =>
  table.fields.filter((field) => {
    const isInternal = registry.has('fieldType', field.type) && registry.fieldType(field.type).isInternal;
    return !isInternal && readableField(actor, table, field);
  });

/** @param {readonly Field[]} told @param {Values} entry @returns {HistoryEntry} */
function shownEntry(told, { id, at, operation, user_id: userId, before, after, ...entry }) {
  const touched = told.filter((field) => isTouched(field, before, after));
  const valueIn = (/** @type {Row} */ values, /** @type {Field} */ field) => values?.[field.id] ?? null;
  const shown = touched.filter(
    (field) => operation === 'update' || (!field.auto && (valueIn(before, field) ?? valueIn(after, field)) !== null),
  );
  return {
    id,
    at,
    operation,
    user: userId === null ? null : { id: userId, name: entry.user_name, picture: entry.user_picture },
    changes: shown.map((field) => ({
      field: field.name,
      label: field.label,
      before: valueIn(before, field),
      after: valueIn(after, field),
    })),
  };
}

/** @param {Field} field @param {unknown} before @param {unknown} after */
const isTouched = (field, before, after) => [before, after].some((values) => values && Object.hasOwn(values, field.id));

/**
 * The row as it was right after or right before an entry: the current values, with every later entry reverted.
 *
 * @param {Actor} actor @param {Table} table @param {Record<string, unknown> | null} latest @param {Values[]} newestFirst
 *   @param {{ wanted: string, before: boolean }} entry
 */
function valuesAt(actor, table, latest, newestFirst, { wanted, before }) {
  // Values that Plinth sets stay, unless the whole row is created again.
  const known = table.fields.filter((field) => readableField(actor, table, field) && !(latest && field.auto));
  /** @type {Record<string, unknown>} */
  const values = {};
  if (latest) for (const { name } of known) if (name in latest) values[name] = latest[name];
  const apply = (/** @type {any} */ image) => {
    for (const field of known) if (image && Object.hasOwn(image, field.id)) values[field.name] = image[field.id];
  };
  for (const entry of newestFirst) {
    if (entry.id === wanted) {
      if (!before && entry.operation === 'insert') apply(madeBy(table, entry));
      apply(before || entry.operation === 'delete' ? entry.before : entry.after);
      break;
    }
    apply(entry.before);
  }
  return values;
}

/** @param {Record<string, unknown>} values @param {Record<string, unknown> | null} latest */
function changedOnly(values, latest) {
  const differing = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(latest?.[name] ?? null),
  );
  return Object.fromEntries(differing);
}

/** @param {unknown} id @returns {string | null} */
function entryId(id) {
  if (id === undefined || id === null) return null;
  if (typeof id === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return id.toLowerCase();
  throw entryNotFound();
}

const entryNotFound = () =>
  new AppError('HISTORY_ENTRY_NOT_FOUND', 'This entry is not in the history of this row', { status: 404 });
