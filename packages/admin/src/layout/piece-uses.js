import { html, pieceSchema, walkLayout } from '@plinth/plugin';
import { buildAddress } from '../objects/build-address.js';
import { usesOf } from '../objects/references.js';
import { wordOf } from '../objects/kind-words.js';

/** @import { Html, Node, Piece } from '@plinth/plugin' */
/** @import { Request } from '../types.d.ts' */

/**
 * @typedef {{ kind: string, label: string, url: string }} Use kind: as people call it
 * @typedef {Use & { people: string[], lost: string[] }} DraftUse an open draft; people: who has it open; lost: what it fills
 *   in that the piece no longer has
 */

/**
 * Where a piece is used: in what is published, and in open drafts of views, pages and other pieces.
 *
 * @param {Request} req @param {string} name @param {Pick<Piece, 'params' | 'layout'>} piece as it is going to be
 * @returns {Promise<{ published: Use[], drafts: DraftUse[] }>}
 */
export async function usesOfPiece(req, name, piece) {
  const { app, actor, catalog, t } = req.ctx;
  const published = usesOf(app, catalog, (one) => one.kind === 'piece' && one.name === name);
  const kept = new Set(pieceSchema(piece, app.registry).map((one) => one.name));
  const labels = new Map(catalog.piece(name).params.map((one) => [one.name, one.label || one.name]));
  /** @type {{ object: string, draft: any, people: string[] }[]} */
  const open = await app.data.drafts.usingPiece(actor, name);
  const drafts = open.flatMap(({ object, draft, people }) => {
    const found = objectOf(req, object);
    if (!found) return [];
    const filled = filledIn(draft, name);
    const lost = [...labels].filter(([param]) => filled.has(param) && !kept.has(param)).map(([, label]) => label);
    return [{ ...found, label: draft.general.title || draft.general.label || found.label, people, lost }];
  });
  return {
    published: published.map((use) => ({ ...use, kind: wordOf(use.kind, { t, registry: app.registry }) })),
    drafts,
  };
}

/** The uses as lists of links; nothing without any. @param {Request} req @param {Awaited<ReturnType<typeof usesOfPiece>>} uses */
export function listOfUses({ ctx: { t } }, { published, drafts }) {
  const link = (/** @type {Use} */ { label, kind, url }) =>
    html`<a href="${url}">${label}</a> <span class="text-secondary">${kind}</span>`;
  return html`${published.length > 0 && html`<ul>${published.map((use) => html`<li>${link(use)}</li>`)}</ul>`}${
    drafts.length > 0 &&
    html`<p class="mb-1"><strong>${t('admin.pieces.inDrafts', { count: drafts.length })}</strong></p>
      <ul class="mb-0">${drafts.map((use) => html`<li>${link(use)}${notes(t, use)}</li>`)}</ul>`
  }`;
}

/** Who has the draft open, and what it would lose. @param {import('@plinth/plugin').Translate} t @param {DraftUse} use @returns {Html} */
const notes = (t, { people, lost }) =>
  html`${
    people.length > 0 &&
    html`<div class="text-secondary">${t('admin.pieces.openBy', { names: people.join(', ') })}</div>`
  }${lost.length > 0 && html`<div class="text-danger">${t('admin.pieces.lost', { names: lost.join(', ') })}</div>`}`;

/** @param {Request} req @param {string} id @returns {Use | null} null: it has been deleted */
function objectOf({ ctx: { catalog, t } }, id) {
  const view = catalog.views.find((one) => one.id === id);
  if (view) return { kind: t('admin.kind.view'), label: view.label || view.name, url: buildAddress('view', view.name) };
  const page = catalog.pages.find((one) => one.id === id);
  if (page) return { kind: t('admin.kind.page'), label: page.title, url: buildAddress('page', page.name) };
  const piece = catalog.pieces.find((one) => one.id === id);
  return (
    (piece && {
      kind: t('admin.kind.piece'),
      label: piece.label || piece.name,
      url: buildAddress('piece', piece.name),
    }) ??
    null
  );
}

/** Parameters that a draft fills in. @param {{ layouts: Record<string, Node> }} draft @param {string} piece */
function filledIn({ layouts }, piece) {
  /** @type {Set<string>} */
  const names = new Set();
  for (const layout of Object.values(layouts))
    walkLayout(layout, ({ settings }) => {
      const { use } = settings ?? {};
      if (use?.piece !== piece) return;
      for (const [name, value] of Object.entries(use.values ?? {})) if (value !== '') names.add(name);
    });
  return names;
}
