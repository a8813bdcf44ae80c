import { walkWithPieces } from '@plinth/plugin';
import { freeName } from '../objects/names.js';

/** @import { Catalog, Node, Page, Piece, Registry, View } from '@plinth/plugin' */

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
  const template = hasControls(layout, catalog, registry) ? 'edit' : 'show';
  return { kind: 'view', body: { ...about, name, table, template, config: { layout } } };
}

/**
 * Whether fields are filled in in a layout, or in a piece that it uses.
 *
 * @param {Node} layout @param {Catalog} catalog @param {Registry} registry
 */
export function hasControls(layout, catalog, registry) {
  let found = false;
  walkWithPieces(layout, catalog, ({ type }) => {
    if (registry.has('element', type) && registry.element(type).scope === 'form') found = true;
  });
  return found;
}
