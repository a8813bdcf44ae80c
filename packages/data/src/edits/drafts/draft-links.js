/** @import { Actor } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
import { AppError } from '@plinth/plugin';
import { newToken, tokenHash } from '../../people/accounts/tokens.js';
import { k } from '../../postgres/sql/index.js';
import { requireBuilder } from './require-builder.js';

const table = () => k('plinth.draft_links');
/** Days that a link lasts. */
const DAYS = 7;
/** So long it is known why a link shows nothing any more. */
const DAYS_TOLD = 30;
/** More than a team needs; the oldest makes room. */
const MOST = 20;

/** @typedef {'withdrawn' | 'over' | 'published' | 'discarded' | 'expired'} Ended */

/**
 * Links that show a draft to colleagues. A link ends after a week, with its draft, or when it is withdrawn. Only a hash
 * of its token is stored.
 *
 * @param {{ db: Database }} context
 */
export function createDraftLinks({ db }) {
  return {
    /**
     * @param {Actor} actor @param {string} object whose draft it shows
     * @returns {Promise<{ token: string, expires: string }>} the token is shown this once
     * @throws {AppError} DRAFT_NOT_FOUND (404)
     */
    async create(actor, object) {
      requireBuilder(actor);
      const open = k('plinth.layout_drafts').select('version').where('object_id', object).whereNull('ended');
      if ((await db.query(open)).rows.length === 0) throw draftNotFound();
      const { token, hash } = newToken();
      const link = { token_hash: hash, object_id: object, made_by: actor.userId };
      const made = table().insert({ ...link, expires_at: k.raw('now() + make_interval(days => ?::int)', [DAYS]) });
      const { rows } = await db.query(made.returning('expires_at'));
      const old = table().select('token_hash').where('object_id', object).orderBy('made_at', 'desc').offset(MOST);
      await db.query(table().whereIn('token_hash', old).delete());
      return { token, expires: rows[0].expires_at };
    },

    /** How many links of a draft are valid. @param {Actor} actor @param {string} object @returns {Promise<number>} */
    async count(actor, object) {
      requireBuilder(actor);
      const valid = withDraft()
        .where('draft_links.object_id', object)
        .whereNull(/** @type {any} */ (k.raw(ENDED)));
      return Number((await db.query(valid.count({ n: '*' }))).rows[0].n);
    },

    /** Ends all links of a draft. @param {Actor} actor @param {string} object */
    async withdraw(actor, object) {
      requireBuilder(actor);
      await db.query(withdrawn(object));
    },

    /**
     * Whose draft a link shows, and whether it still does.
     *
     * @param {string} token @returns {Promise<{ object: string, ended: Ended | null }>} object: its id
     * @throws {AppError} DRAFT_NOT_FOUND (404)
     */
    async find(token) {
      const asked = withDraft().select('draft_links.object_id as object', { ended: k.raw(ENDED) });
      const { rows } = await db.query(asked.where('token_hash', tokenHash(token)));
      if (rows.length === 0) throw draftNotFound();
      return rows[0];
    },

    async sweep() {
      await db.query(table().whereRaw('expires_at < now() - make_interval(days => ?::int)', [DAYS_TOLD]).delete());
    },
  };
}

/** A link that was withdrawn expired when it was made. @param {string} object */
export const withdrawn = (object) =>
  table()
    .where('object_id', object)
    .update({ expires_at: k.ref('made_at') });

const withDraft = () => table().join('plinth.layout_drafts as d', 'd.object_id', 'draft_links.object_id');

/** Why a link shows nothing any more; null if it does. `over`: another draft has begun since. */
const ENDED = `case when draft_links.expires_at <= draft_links.made_at then 'withdrawn'
                    when draft_links.made_at < d.began_at then 'over'
                    when d.ended is not null then d.ended
                    when draft_links.expires_at <= now() then 'expired' end`;

function draftNotFound() {
  return new AppError('DRAFT_NOT_FOUND', 'There is no such draft, or its link has ended', {
    status: 404,
    hint: 'It may have been published or discarded. Ask for a new link',
  });
}
