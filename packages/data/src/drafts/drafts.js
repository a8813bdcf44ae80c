/** @import { Actor } from '@plinth/plugin' */
/** @import { Database } from '../postgres/database.js' */
import { AppError, hasFullAccess } from '@plinth/plugin';
import { isDeepStrictEqual } from 'node:util';
import { k } from '../sql/index.js';

/**
 * A draft of a view or page. `draft` and `base` have the shape of the builder's drafts and are opaque here.
 *
 * @typedef {{ version: number, base: any, draft: any, by: { id: string, name: string } | null, at: Date, began: Date }} StoredDraft
 */

/** The version of the shape of drafts. A draft of a newer one is left alone. */
const FORMAT = 1;

const table = () => k('plinth.layout_drafts');

/**
 * Drafts of views and pages in the builder, one per object, shared by all administrators.
 *
 * @param {{ db: Database }} context
 */
export function createDrafts({ db }) {
  return {
    /**
     * The open draft of an object; null if there is none.
     *
     * @param {Actor} actor @param {string} object its id @returns {Promise<StoredDraft | null>}
     * @throws {AppError} DRAFT_NEWER (409) if a newer version of Plinth has made it
     */
    async find(actor, object) {
      requireBuilder(actor);
      const { rows } = await db.query(
        table()
          .leftJoin('plinth.users as u', 'u.id', 'layout_drafts.saved_by')
          .select('format', 'version', 'base', 'draft', 'saved_at', 'began_at', 'saved_by', 'u.name', 'u.email')
          .where('object_id', object)
          .whereNull('ended'),
      );
      return rows[0] ? storedDraft(rows[0]) : null;
    },

    /**
     * Saves a draft on top of the version that its editor has seen; 0: there was none.
     *
     * @param {Actor} actor @param {string} object its id
     * @param {{ draft: any, base: any, version: number }} input base: the published state, for a new draft
     * @returns {Promise<{ version: number } | { conflict: StoredDraft | null }>} conflict: the draft as it is now, if
     *   somebody else saved, published or discarded it meanwhile
     */
    async save(actor, object, { draft, base, version }) {
      requireBuilder(actor);
      const now = await this.find(actor, object);
      if ((now?.version ?? 0) !== version) return { conflict: now };
      if (isDeepStrictEqual(now?.draft ?? base, draft)) return { version };
      const by = { saved_by: actor.userId, saved_at: k.fn.now() };
      const { rows } = await db.query(
        now ? changed(object, { draft, version, ...by }) : begun(object, { draft, base, ...by }),
      );
      return rows[0] ? { version: rows[0].version } : { conflict: await this.find(actor, object) };
    },
  };
}

/** @param {string} object @param {{ draft: any, version: number }} values */
const changed = (object, { draft, version, ...by }) =>
  table()
    .where({ object_id: object, version })
    .whereNull('ended')
    .update({ draft: JSON.stringify(draft), version: k.raw('version + 1'), ...by })
    .returning('version');

/**
 * The first version of a draft, in place of one that has ended. Versions go on counting, so that nobody takes a new draft for an old
 * one.
 *
 * @param {string} object @param {{ draft: any, base: any }} values
 */
const begun = (object, { draft, base, ...by }) =>
  table()
    .insert({
      ...{ object_id: object, format: FORMAT, version: 1, ...by },
      ...{ draft: JSON.stringify(draft), base: JSON.stringify(base) },
    })
    .onConflict('object_id')
    .merge({
      ...{ draft: JSON.stringify(draft), base: JSON.stringify(base), format: FORMAT, ...by },
      ...{ version: k.raw('layout_drafts.version + 1'), ended: null, ended_at: null, began_at: k.fn.now() },
    })
    .whereNotNull('layout_drafts.ended')
    .returning('version');

/** @param {Record<string, any>} row @returns {StoredDraft} @throws {AppError} DRAFT_NEWER (409) */
function storedDraft({ format, version, base, draft, saved_at: at, began_at: began, saved_by: id, name, email }) {
  if (format > FORMAT) {
    throw new AppError('DRAFT_NEWER', 'This draft was made by a newer version of Plinth', {
      status: 409,
      hint: 'Open it with that version. The draft is kept',
    });
  }
  return { version, base, draft, at, began, by: id && { id, name: name || email } };
}

/** @param {Actor} actor @throws {AppError} FORBIDDEN (403) */
function requireBuilder(actor) {
  if (hasFullAccess(actor)) return;
  throw new AppError('FORBIDDEN', 'Only administrators can see and change drafts', { status: 403 });
}
