import { plain } from '../references.js';

/** @import { Request } from '../types.d.ts' */
/** @import { Draft } from '../layout/draft.js' */
/** @import { Edited } from '../layout/editor-screen.js' */

/**
 * The draft to be worked on: the stored one, or what is published.
 *
 * @param {Request} req @param {Edited} edited
 * @returns {Promise<{ draft: Draft, version: number, saved: boolean }>} version: 0 without a stored draft
 */
export async function openDraft({ ctx: { app, actor } }, { subject, draft: published }) {
  const stored = await app.data.drafts.find(actor, subject.id);
  if (!stored) return { draft: plain(published), version: 0, saved: false };
  return { draft: withLayouts(stored.draft, published), version: stored.version, saved: true };
}

/**
 * A draft with every layout that the subject has by now: an update of a plugin may have added one.
 *
 * @param {Draft} draft @param {Draft} published @returns {Draft}
 */
const withLayouts = (draft, published) => ({ ...draft, layouts: { ...plain(published.layouts), ...draft.layouts } });
