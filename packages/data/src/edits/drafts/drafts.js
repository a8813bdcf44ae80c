/** @import { Actor, Values, Row } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
import { AppError } from '@plinth/plugin';
import { isDeepStrictEqual } from 'node:util';
import { k } from '../../postgres/sql/index.js';
import { withdrawn } from './draft-links.js';
import { requireBuilder } from './require-builder.js';

/**
 * A draft of a view or page. `draft` and `base` have the shape of the builder's drafts and are opaque here.
 *
 * @typedef {{ version: number, base: any, draft: any, by: { id: string, name: string } | null, at: string, began: string }} StoredDraft
 */

/** PostgreSQL's largest integer. */
const LARGEST_INTEGER = 2 ** 31 - 1;
/** The version of the shape of drafts. A draft of a newer one is left alone. */
export const FORMAT = 1;

const table = () => k('plinth.layout_drafts');

/**
 * Drafts of views and pages in the builder, one per object, shared by all administrators.
 *
 * @param {{ db: Database }} context
 */
export function createDrafts({ db }) {
  /** @param {any} statement @returns {Promise<boolean>} */
  const changes = async (statement) => (await db.query(statement)).rows.length > 0;

  /** @param {string} object */
  async function read(object) {
    const { rows } = await db.query(
      table()
        .leftJoin('plinth.users as u', 'u.id', 'layout_drafts.saved_by')
        .select('format', 'version', 'base', 'draft', 'saved_at', 'began_at', 'saved_by', 'u.name', 'u.email')
        .where('object_id', object)
        .whereNull('ended'),
    );
    return rows[0] ? storedDraft(rows[0]) : null;
  }

  return {
    /**
     * The open draft of an object; null if there is none.
     *
     * @param {Actor} actor @param {string} object its id @returns {Promise<StoredDraft | null>}
     * @throws {AppError} DRAFT_NEWER (409) if a newer version of Plinth has made it
     */
    async find(actor, object) {
      requireBuilder(actor);
      return read(object);
    },

    /**
     * The draft that a link shows. Whether the reader may see it is for the caller to decide.
     *
     * @param {string} object its id @returns {Promise<StoredDraft | null>}
     */
    ofLink: read,

    /**
     * Saves a draft on top of the version that its editor has seen.
     *
     * @param {Actor} actor @param {string} object its id
     * @param {{ draft: any, base: any, version: number, published: number }} input base: the published state, for a new
     *   draft; version: of the draft, or without one the negative version of what is published; published: that version
     *   now
     * @returns {Promise<{ version: number } | { conflict: StoredDraft | null }>} conflict: the draft as it is now, if
     *   somebody else saved, published or discarded it meanwhile
     */
    async save(actor, object, { draft, base, version, published }) {
      requireBuilder(actor);
      const now = await read(object);
      if ((now?.version ?? -published) !== version) return { conflict: now };
      if (isDeepStrictEqual(now?.draft ?? base, draft)) return { version };
      const by = { saved_by: actor.userId, saved_at: k.fn.now() };
      const { rows } = await db.query(
        now ? changed(object, { draft, version, ...by }) : begun(object, { draft, base, ...by }),
      );
      return rows[0] ? { version: rows[0].version } : { conflict: await read(object) };
    },

    /**
     * Puts a draft on top of what was published since it began, merged by the caller.
     *
     * @param {Actor} actor @param {string} object @param {{ draft: any, base: any, version: number }} merged version: before
     * @returns {Promise<number | null>} its new version; null if somebody else has saved meanwhile
     */
    async rebase(actor, object, { draft, base, version }) {
      requireBuilder(actor);
      const by = { base: JSON.stringify(base), saved_at: k.fn.now() };
      return (await db.query(changed(object, { draft, version, ...by }))).rows[0]?.version ?? null;
    },

    /**
     * Ends a draft, and with it its links. The last version is kept until the next draft begins, and so is why they ended.
     *
     * @param {Actor} actor @param {string} object @param {{ version: number, how: 'published' | 'discarded' }} end
     * @returns {Promise<boolean>} whether it was still that version
     */
    async end(actor, object, { version, how }) {
      requireBuilder(actor);
      // A number that no draft can have: PostgreSQL would refuse the comparison.
      if (!Number.isInteger(version) || version < 0 || version > LARGEST_INTEGER) return false;
      const open = table().where({ object_id: object, version }).whereNull('ended');
      return changes(open.update({ ended: how, ended_at: k.fn.now() }).returning('version'));
    },

    /**
     * Takes a discarded draft back, unless another has begun. Its links stay ended.
     *
     * @param {Actor} actor @param {string} object @returns {Promise<boolean>}
     */
    async restore(actor, object) {
      requireBuilder(actor);
      const ended = table().where({ object_id: object, ended: 'discarded' });
      await db.query(withdrawn(object));
      return changes(ended.update({ ended: null, ended_at: null }).returning('version'));
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
 * The first version of a draft, in place of one that has ended. Versions go on counting, so that nobody takes a new
 * draft for an old one.
 *
 * @param {string} object @param {{ draft: Values, base: unknown }} values
 */
const begun = (object, { draft, base, ...by }) =>
  table()
    .insert({
      object_id: object,
      format: FORMAT,
      version: 1,
      ...by,
      draft: JSON.stringify(draft),
      base: JSON.stringify(base),
    })
    .onConflict('object_id')
    .merge({
      draft: JSON.stringify(draft),
      base: JSON.stringify(base),
      format: FORMAT,
      ...by,
      version: k.raw('layout_drafts.version + 1'),
      ended: null,
      ended_at: null,
      began_at: k.fn.now(),
    })
    .whereNotNull('layout_drafts.ended')
    .returning('version');

/** @param {Row} row @returns {StoredDraft} @throws {AppError} DRAFT_NEWER (409) */
function storedDraft({ format, version, base, draft, saved_at: at, began_at: began, saved_by: id, name, email }) {
  if (format > FORMAT) {
    throw new AppError('DRAFT_NEWER', 'This draft was made by a newer version of Plinth', {
      status: 409,
      hint: 'Open it with that version. The draft is kept',
    });
  }
  return { version, base, draft, at, began, by: id && { id, name: name || email } };
}
