import { filledPiece } from '@plinth/plugin';
import { draftCatalog } from '../layout/draft-catalog.js';
import { pieceOnItsOwn } from '../layout/piece-on-its-own.js';

/** @import { Catalog, Page, Piece, View, Values } from '@plinth/plugin' */
/** @import { Request } from '../types.d.ts' */
/** @import { Draft } from '../layout/draft.js' */
/** @import { Edited } from '../layout/object-screen.js' */

/**
 * The view or page that shows a draft, in a catalog that has it: a piece is shown on its own, with a row of its table.
 *
 * @param {Request} req @param {Pick<Edited, 'subject' | 'bodyOf'>} edited @param {Draft} draft
 * @param {Values} [tried] values of a piece's parameters
 * @returns {{ kind: 'view' | 'page', name: string, body: View | Page, catalog: Catalog, address: string }} address: of
 *   what is published
 */
export function placed({ ctx: { app, catalog: base } }, { subject: { kind, name }, bodyOf }, draft, tried = {}) {
  const body = { ...bodyOf(draft), name };
  const catalog = draftCatalog(base, kind, body);
  if (kind !== 'piece')
    return { kind, name, body: /** @type {View | Page} */ (body), catalog, address: `/${kind}/${name}` };
  const piece = /** @type {Piece} */ (body);
  const shown = { ...piece, layout: filledPiece(piece, tried, (id) => id) };
  const own = pieceOnItsOwn(shown, catalog, app.registry);
  return { ...own, name: own.body.name, catalog: draftCatalog(catalog, own.kind, own.body), address: '/' };
}
