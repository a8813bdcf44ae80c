import { notFound } from '../../http/canonical-path.js';
import { editedPage } from '../layout/edited-page.js';
import { editedView } from '../layout/edited-view.js';
import { renderDraft } from './render-draft.js';

/** @import { Request } from '../types.d.ts' */

/**
 * The draft that a preview link shows, for whoever opens it.
 *
 * @param {Request} req @param {string} token
 * @returns {Promise<{ label: string, roles: readonly string[],
 *   render: (seen: { actor: import('@plinth/plugin').Actor, row: string | null }) => ReturnType<typeof renderDraft> }>}
 * @throws {AppError} DRAFT_NOT_FOUND, PAGE_NOT_FOUND (404)
 */
export async function draftOfLink(req, token) {
  const { app, catalog } = req.ctx;
  const object = await app.data.drafts.links.find(token);
  const stored = await app.data.drafts.ofLink(object);
  const view = catalog.views.find(({ id }) => id === object);
  const page = catalog.pages.find(({ id }) => id === object);
  if (!stored || !(view ?? page)) throw notFound();
  const edited = view ? editedView(req, view.name) : editedPage(req, /** @type {any} */ (page).name);
  return {
    ...{ label: edited.label, roles: stored.draft.general.roles ?? [] },
    render: (seen) => renderDraft(req, edited, stored.draft, { ...seen, isMarked: false }),
  };
}
