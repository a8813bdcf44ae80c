/** @import { Actor } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
import { k } from '../../postgres/sql/index.js';
import { FORMAT } from './drafts.js';
import { GONE } from './presence.js';
import { requireBuilder } from './require-builder.js';

const MOST = 100;

/** @param {{ db: Database }} context */
export function createDraftUses({ db }) {
  return {
    /**
     * Open drafts with a piece in their layouts, the newest first, with the people who have them open at the moment.
     *
     * @param {Actor} actor @param {string} piece its name
     * @returns {Promise<{ object: string, draft: unknown, people: string[] }[]>} object: whose draft it is; people: names
     */
    async usingPiece(actor, piece) {
      requireBuilder(actor);
      const people = k('plinth.draft_presence as here')
        .join('plinth.users as u', 'u.id', 'here.user_id')
        .select(k.raw("array_agg(distinct coalesce(nullif(u.name, ''), u.email))"))
        .where('here.object_id', k.ref('layout_drafts.object_id'))
        .whereRaw('here.seen_at > now() - make_interval(secs => ?)', [GONE]);
      const open = k('plinth.layout_drafts')
        .select('object_id', 'draft', people.as('people'))
        .whereNull('ended')
        .where('format', '<=', FORMAT)
        .whereRaw('jsonb_path_exists(draft, ?::jsonpath, jsonb_build_object(?::text, ?::text))', [
          ...['$.layouts.**.settings.use.piece ? (@ == $name)', 'name', piece],
        ])
        .orderBy('saved_at', 'desc')
        .limit(MOST);
      const { rows } = await db.query(open);
      return rows.map(({ object_id: object, draft, people: names }) => ({ object, draft, people: names ?? [] }));
    },
  };
}
