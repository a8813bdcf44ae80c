/** @import { Actor, View, Values } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
import { inputInvalid } from '@plinth/plugin';
import { k } from '../../postgres/sql/index.js';

/**
 * columns: by key, in their order; `width` in pixels; `frozen`: how many columns are frozen, null: as many as the list
 * was built with; `filter`: the saved filter that the list opens with; `group`: the field it is grouped by, `-`: none
 *
 * @typedef {{ columns?: { key: string, hidden?: boolean, width?: number }[], frozen?: number | null,
 *   height?: 'compact' | 'comfortable' | 'tall', filter?: string | null, group?: string | null }} ListSettings
 */

const MOST_COLUMNS = 60;
const GROUP = /^[\w-]{1,120}(:[a-z]{3,7})?$/;
/** Of rows. The tallest wrap their texts. */
const HEIGHTS = new Set(['compact', 'comfortable', 'tall']);
const KEY = /^[\w.:-]{1,120}$/;

/** Each person's settings of a list. @param {{ db: Database }} context */
export function createListSettings({ db }) {
  return {
    /** @param {Actor} actor @param {View} view @returns {Promise<ListSettings>} */
    async get({ userId }, view) {
      if (userId === null) return {};
      const { rows } = await db.query(
        k('plinth.list_settings').select('settings').where({ user_id: userId, view: view.id }),
      );
      return rows[0]?.settings ?? {};
    },

    /** Only what is given changes. @param {Actor} actor @param {View} view @param {unknown} input @returns {Promise<ListSettings>} */
    async set({ userId }, view, input) {
      const settings = checked(input);
      if (userId === null) return settings;
      const { rows } = await db.query(
        k('plinth.list_settings')
          .insert({ user_id: userId, view: view.id, settings: JSON.stringify(settings) })
          .onConflict(['user_id', 'view'])
          .merge({ settings: k.raw('list_settings.settings || excluded.settings') })
          .returning('settings'),
      );
      // Sessions hold it, so that a list is printed as it was grouped last: each process reads this person's again.
      if (settings.group !== undefined)
        await db.query(
          k('plinth.sessions')
            .where('user_id', userId)
            .update({ rotate: k.ref('rotate') }),
        );
      return rows[0].settings;
    },
  };
}

/** @param {any} input @returns {ListSettings} */
function checked(input) {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) throw wrong();
  const { columns, frozen, height, filter, group } = input;
  if (columns !== undefined && !(Array.isArray(columns) && columns.length <= MOST_COLUMNS && columns.every(isColumn)))
    throw wrong();
  if (columns && new Set(columns.map((/** @type {any} */ { key }) => key)).size < columns.length) throw wrong();
  if (frozen !== undefined && frozen !== null && !(Number.isInteger(frozen) && frozen >= 0 && frozen <= MOST_COLUMNS))
    throw wrong();
  if (height !== undefined && !HEIGHTS.has(height)) throw wrong();
  if (filter !== undefined && filter !== null && !(typeof filter === 'string' && KEY.test(filter))) throw wrong();
  if (group !== undefined && group !== null && !(typeof group === 'string' && GROUP.test(group))) throw wrong();
  const shown = columns?.map((/** @type {any} */ { key, hidden, width }) => ({
    key,
    ...(hidden === true && { hidden }),
    ...(width && { width }),
  }));
  return {
    ...(shown && { columns: shown }),
    ...(frozen !== undefined && { frozen }),
    ...(height && { height }),
    ...(filter !== undefined && { filter }),
    ...(group !== undefined && { group }),
  };
}

/** @param {Values} column */
function isColumn(column) {
  const { key, width } = column ?? {};
  const fits = width === undefined || (Number.isInteger(width) && width >= 40 && width <= 2000);
  return typeof key === 'string' && KEY.test(key) && fits;
}

const wrong = () => inputInvalid({ settings: 'The settings of the list are malformed' });
