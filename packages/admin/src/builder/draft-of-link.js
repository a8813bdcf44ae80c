import { editedPage } from '../layout/edited-page.js';
import { editedPiece } from '../layout/edited-piece.js';
import { editedView } from '../layout/edited-view.js';
import { usesOf } from '../objects/references.js';
import { renderDraft } from './render-draft.js';

/** @import { Request } from '../types.d.ts' */
/** @import { Draft } from '../layout/draft.js' */
/** @import { Edited } from '../layout/object-screen.js' */

/**
 * @typedef {object} LinkedDraft
 * @property {string} label
 * @property {readonly string[]} roles who may see it
 * @property {(seen: Pick<import('./render-draft.js').Seen, 'actor' | 'timeZone' | 'row'>) => ReturnType<typeof renderDraft>} render
 *
 * @typedef {{ reason: 'withdrawn' | 'over' | 'published' | 'discarded' | 'expired' | 'removed',
 *   published: { url: string, roles: readonly string[] } | null }} EndedLink published: what the draft was of
 */

/**
 * The draft that a preview link shows, for whoever opens it, or why it shows none.
 *
 * @param {Request} req @param {string} token @returns {Promise<LinkedDraft | EndedLink>}
 * @throws {AppError} DRAFT_NOT_FOUND (404) nobody has made such a link, or it ended long ago
 */
export async function draftOfLink(req, token) {
  const { app } = req.ctx;
  const { object, ended } = await app.data.drafts.links.find(token);
  const edited = editedById(req, object);
  if (!edited) return { reason: 'removed', published: null };
  if (ended) return { reason: ended, published: publishedOf(edited) };
  const stored = await app.data.drafts.ofLink(object);
  if (!stored) return { reason: 'over', published: publishedOf(edited) };
  return {
    label: edited.label,
    roles: rolesFor(req, edited, stored.draft),
    render: (seen) => renderDraft(req, edited, stored.draft, { ...seen, isMarked: false }),
  };
}

/** @param {Edited} edited */
function publishedOf({ subject: { kind, name }, draft }) {
  return kind === 'piece' ? null : { url: `/${kind}/${name}`, roles: draft.general.roles ?? [] };
}

/** @param {Request} req @param {string} id @returns {Edited | null} null: it has been deleted */
function editedById(req, id) {
  const { views, pages, pieces } = req.ctx.catalog;
  const isIt = (/** @type {{ id: string }} */ one) => one.id === id;
  const [view, page, piece] = [views.find(isIt), pages.find(isIt), pieces.find(isIt)];
  if (view) return editedView(req, view.name);
  if (page) return editedPage(req, page.name);
  return piece ? editedPiece(req, piece.name) : null;
}

/**
 * Who may open the draft. A piece has no roles: whoever may open a place that uses it.
 *
 * @param {Request} req @param {Edited} edited @param {Draft} draft @returns {readonly string[]}
 */
function rolesFor({ ctx: { app, catalog } }, { subject: { kind, name } }, draft) {
  if (kind !== 'piece') return draft.general.roles ?? [];
  /** @type {Set<string>} */
  const names = new Set([name]);
  // Also by a piece that uses it.
  for (const one of names) {
    const around = usesOf(app, catalog, (use) => use.kind === 'piece' && use.name === one);
    for (const use of around) if (use.kind === 'piece') names.add(use.name);
  }
  const places = usesOf(app, catalog, (use) => use.kind === 'piece' && names.has(use.name));
  return places.flatMap((use) => {
    if (use.kind === 'view') return catalog.view(use.name).roles;
    return use.kind === 'page' ? catalog.page(use.name).roles : [];
  });
}
