/** @import { Actor, Catalog, View, Values } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
import { AppError, hasFullAccess, inputInvalid, phrase } from '@plinth/plugin';
import { nameOrder } from '../../postgres/sql/text-order.js';
import { k } from '../../postgres/sql/index.js';
import { LIMITS } from '../limits/limits.js';

/**
 * query: conditions, order and groups as in the address of the view's own page
 *
 * @typedef {{ id: string, name: string, query: string, shared: boolean, version: number }} SavedFilter
 * @typedef {{ name: string, query: string, shared?: boolean }} FilterInput
 */

const UNIQUE = '23505';

const table = () => k('plinth.saved_filters');
const COLUMNS = ['id', 'name', 'query', 'version', k.raw('owner is null as shared')];

/**
 * Named filters of lists. Personal ones are private; shared ones are visible to everyone who sees the list and can be
 * changed by the roles in `config.sharedBy`.
 *
 * @param {{ db: Database, catalog: () => Catalog }} context
 */
export function createSavedFilters({ db, catalog }) {
  return {
    mayShare,

    /**
     * Personal ones first, then shared ones, by name. @param {Actor} actor @param {View} view @returns
     * {Promise<SavedFilter[]>}
     */
    async list(actor, view) {
      const visible = table()
        .select(COLUMNS)
        .where('view', view.id)
        .where((one) => void one.whereNull('owner').orWhere('owner', actor.userId))
        .orderByRaw('owner is null, ?, id', [k.raw(nameOrder('name', catalog()))])
        .limit(LIMITS.savedFilters * 2);
      return (await db.query(visible)).rows;
    },

    /** @param {Actor} actor @param {View} view @param {Values} input @returns {Promise<SavedFilter>} */
    async create(actor, view, input) {
      const by = requireUser(actor);
      const { name, query, shared = false } = checked(input);
      if (shared) requireSharing(actor, view);
      const owner = shared ? null : by;
      const { rows: count } = await db.query(table().where({ view: view.id, owner }).count({ n: '*' }));
      if (Number(count[0].n) >= LIMITS.savedFilters)
        throw inputInvalid({ name: phrase`A list can have at most ${LIMITS.savedFilters} saved filters` });
      const made = table().insert({ view: view.id, owner, name, query, changed_by: by }).returning(COLUMNS);
      return (await unique(() => db.query(made))).rows[0];
    },

    /**
     * @param {Actor} actor @param {View} view @param {string} id @param {Values} input what changes, and the `version` that the user saw
     * @returns {Promise<SavedFilter>}
     * @throws {AppError} FILTER_CHANGED (409) with the filter as it is now, if somebody else changed it meanwhile
     */
    async change(actor, view, id, { version, ...input }) {
      const by = requireUser(actor);
      const now = await find(actor, view, id);
      if (now.shared) requireSharing(actor, view);
      const { name, query } = checked({ name: now.name, query: now.query, ...input });
      const { rows } = await unique(() =>
        db.query(
          table()
            .where({ id: now.id, version: Number(version) || 0 })
            .update({ name, query, version: k.raw('version + 1'), changed_by: by, changed_at: k.fn.now() })
            .returning(COLUMNS),
        ),
      );
      if (rows.length > 0) return rows[0];
      throw filterChanged(await find(actor, view, id));
    },

    /** @param {Actor} actor @param {View} view @param {string} id */
    async remove(actor, view, id) {
      requireUser(actor);
      const now = await find(actor, view, id);
      if (now.shared) requireSharing(actor, view);
      await db.query(table().where('id', now.id).delete());
    },
  };

  /** @param {Actor} actor @param {View} view @param {string} id @returns {Promise<SavedFilter>} */
  async function find(actor, view, id) {
    const isKey = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
    const one = table()
      .select(COLUMNS)
      .where({ id: isKey ? id : null, view: view.id })
      .where((each) => void each.whereNull('owner').orWhere('owner', actor.userId));
    const [found] = isKey ? (await db.query(one)).rows : [];
    if (found) return found;
    throw new AppError('FILTER_NOT_FOUND', 'This saved filter does not exist', {
      status: 404,
      hint: 'It may have been deleted. Reload the list',
    });
  }
}

/** Whether the actor may share filters of a list, and change shared ones. @param {Actor} actor @param {View} view */
export function mayShare(actor, { config }) {
  if (actor.userId === null) return false;
  if (hasFullAccess(actor)) return true;
  const roles = Array.isArray(config.sharedBy) ? config.sharedBy : [];
  return roles.some((/** @type {string} */ role) => actor.roles.includes(role));
}

/** @param {Actor} actor @param {View} view */
function requireSharing(actor, view) {
  if (mayShare(actor, view)) return;
  throw new AppError('FILTER_SHARED', 'You may not change filters that are shared by everybody', {
    status: 403,
    hint: 'Save a filter of your own instead',
  });
}

/** @param {Actor} actor */
function requireUser({ userId }) {
  if (userId !== null) return userId;
  throw new AppError('LOGIN_REQUIRED', 'Log in to save filters', { status: 401 });
}

/** @param {Values} input @returns {FilterInput} */
function checked({ name, query, shared }) {
  const text = typeof name === 'string' ? name.trim() : '';
  if (text === '' || text.length > LIMITS.savedFilterNameCharacters || !isPlain(text))
    throw inputInvalid({ name: phrase`The name must have 1 to ${LIMITS.savedFilterNameCharacters} characters` });
  if (typeof query !== 'string' || query.length > LIMITS.savedFilterCharacters || !isPlain(query))
    throw inputInvalid({
      query: phrase`The conditions are too long to be saved: at most ${LIMITS.savedFilterCharacters} characters`,
    });
  return { name: text, query, shared: shared === true };
}

/** @param {string} text */
const isPlain = (text) => !text.includes('\0') && text.isWellFormed();

/** @template T @param {() => Promise<T>} write */
async function unique(write) {
  try {
    return await write();
  } catch (error) {
    if (/** @type {Values} */ (error)?.code !== UNIQUE) throw error;
    throw inputInvalid({ name: 'There is already a filter of this name' });
  }
}

/** @param {SavedFilter} now */
function filterChanged(now) {
  return new AppError('FILTER_CHANGED', phrase`Someone else changed the filter "${now.name}" in the meantime`, {
    status: 409,
    hint: 'Save again to overwrite their changes',
    details: { now },
  });
}
