/** @import { Actor } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
import { k } from '../../postgres/sql/index.js';
import { requireBuilder } from './require-builder.js';

/** @typedef {{ tab: string, user: string, name: string, selected: string[] }} Present */

const table = () => k('plinth.draft_presence');
/** Seconds without news after which a tab counts as closed. */
export const GONE = 70;
const MOST_SELECTED = 50;
const MOST_PEOPLE = 20;
const TAB = /^[\w-]{8,40}$/;

/**
 * Who is building what at the moment. The rows are changes of the change stream, so every process hears of them.
 *
 * @param {{ db: Database }} context
 */
export function createPresence({ db }) {
  return {
    /** @param {Actor} actor @param {string} object @param {{ tab: string, selected: readonly string[] }} here */
    async note(actor, object, { tab, selected }) {
      requireBuilder(actor);
      if (!TAB.test(tab) || actor.userId === null) return;
      const ids = selected.slice(0, MOST_SELECTED);
      const row = { object_id: object, tab, user_id: actor.userId, selected: ids, seen_at: k.fn.now() };
      await db.query(table().insert(row).onConflict(['object_id', 'tab']).merge(['selected', 'seen_at', 'user_id']));
    },

    /** The tab is still open. @param {string} object @param {string} tab */
    async renew(object, tab) {
      await db.query(table().where({ object_id: object, tab }).update({ seen_at: k.fn.now() }));
    },

    /** @param {string} object @param {string} tab */
    async leave(object, tab) {
      await db.query(table().where({ object_id: object, tab }).delete());
    },

    /**
     * Everyone at an object, and the version of its open draft.
     *
     * @param {Actor} actor @param {string} object @returns {Promise<{ people: Present[], version: number | null }>}
     */
    async list(actor, object) {
      requireBuilder(actor);
      const here = table()
        .join('plinth.users as u', 'u.id', 'draft_presence.user_id')
        .select('tab', 'user_id', 'u.name', 'u.email', 'selected')
        .where('object_id', object)
        .whereRaw('seen_at > now() - make_interval(secs => ?)', [GONE])
        .orderBy('tab')
        .limit(MOST_PEOPLE);
      const draft = k('plinth.layout_drafts').select('version').where('object_id', object).whereNull('ended');
      const [{ rows }, { rows: open }] = await Promise.all([db.query(here), db.query(draft)]);
      const people = rows.map(({ tab, user_id: user, name, email, selected }) => ({
        tab,
        user,
        name: name || email,
        selected,
      }));
      return { people, version: open[0]?.version ?? null };
    },

    async sweep() {
      await db.query(
        table()
          .whereRaw('seen_at < now() - make_interval(secs => ?)', [GONE * 10])
          .delete(),
      );
    },
  };
}
