import { walkWithPieces } from '@plinth/plugin';
import { freeName } from '../names.js';

/** @import { Catalog, Page, Piece, Registry, View } from '@plinth/plugin' */

/**
 * A view or page that shows nothing but a piece, to preview it: with a row if it is about a table, in a form if it has
 * controls. The nodes keep their ids.
 *
 * @param {Piece} piece @param {Catalog} catalog @param {Registry} registry
 * @returns {{ kind: 'view', body: View } | { kind: 'page', body: Page }}
 */
export function pieceOnItsOwn({ label, table, layout }, catalog, registry) {
  const about = { id: '', label, description: '', app: null, roles: [] };
  if (table === null) {
    const name = freeName('piece_preview', (one) => catalog.hasPage(one));
    return { kind: 'page', body: { ...about, name, title: label, layout } };
  }
  const name = freeName('piece_preview', (one) => catalog.hasView(one));
  let hasControls = false;
  walkWithPieces(layout, catalog, ({ type }) => {
    if (registry.has('element', type) && registry.element(type).scope === 'form') hasControls = true;
  });
  return { kind: 'view', body: { ...about, name, table, template: hasControls ? 'edit' : 'show', config: { layout } } };
}
