import { isSame, mergeDrafts } from '@plinth/builder';
import { plain } from '../objects/references.js';

/** @import { Request } from '../types.d.ts' */
/** @import { Draft } from '../layout/draft.js' */
/** @import { Edited } from '../layout/object-screen.js' */

/**
 * @typedef {object} OpenDraft
 * @property {Draft} draft
 * @property {number} version without a stored draft, the negative version of what is published
 * @property {boolean} saved whether there is a stored draft
 * @property {boolean} isBehind whether something else was published since the draft began
 * @property {Draft} base what was published when it began
 * @property {{ id: string, name: string } | null} by who saved it last
 */

/**
 * The draft to be worked on: the stored one, or what is published.
 *
 * @param {Request} req @param {Edited} edited
 * @returns {Promise<OpenDraft>}
 */
export async function openDraft({ ctx: { app, actor, catalog } }, { subject, draft: now }) {
  const published = plain(now);
  const stored = await app.data.drafts.find(actor, subject.id);
  if (!stored) {
    const version = -(catalog.object(subject.id)?.version ?? 0);
    return { draft: published, version, saved: false, isBehind: false, base: published, by: null };
  }
  const { base, version, by } = stored;
  const isBehind = !isSame(base, published);
  return { draft: withLayouts(stored.draft, published), version, saved: true, isBehind, base, by };
}

/**
 * The draft to be worked on, on top of what was published since it began, unless both changed the same: then publishing
 * asks.
 *
 * @param {Request} req @param {Edited} edited @returns {Promise<OpenDraft>}
 */
export async function openMergedDraft(req, edited) {
  const open = await openDraft(req, edited);
  if (!open.isBehind) return open;
  const published = plain(edited.draft);
  const { draft, conflicts } = mergeDrafts(open.base, open.draft, published);
  if (conflicts.length > 0) return open;
  const { app, actor } = req.ctx;
  const merged = { draft, base: published, version: open.version };
  const version = await app.data.drafts.rebase(actor, edited.subject.id, merged);
  return version === null ? openDraft(req, edited) : { ...open, draft, base: published, version, isBehind: false };
}

/**
 * A draft with every layout that the subject has by now: an update of a plugin may have added one.
 *
 * @param {Draft} draft @param {Draft} published @returns {Draft}
 */
const withLayouts = (draft, published) => ({ ...draft, layouts: { ...published.layouts, ...draft.layouts } });
