/** @import { Catalog, Page, Piece, View } from '@plinth/plugin' */

/**
 * A catalog in which one view, page or piece is replaced with the draft being edited, so that its plan is real. The snapshot
 * itself is unchanged.
 *
 * @param {Catalog} catalog @param {'view' | 'page' | 'piece'} kind @param {View | Page | Piece} draft
 * @returns {Catalog}
 */
export function draftCatalog(catalog, kind, draft) {
  const list = /** @type {const} */ ({ view: 'views', page: 'pages', piece: 'pieces' })[kind];
  const others = /** @type {{ name: string }[]} */ (/** @type {unknown} */ (catalog[list]));
  const replaced = others.map((one) => (one.name === draft.name ? draft : one));
  if (!replaced.includes(draft)) replaced.push(draft);
  const has = /** @type {const} */ ({ view: 'hasView', page: 'hasPage', piece: 'hasPiece' })[kind];
  return catalogWith(catalog, {
    [list]: replaced,
    [has]: (/** @type {string} */ name) => name === draft.name || catalog[has](name),
    [kind]: (/** @type {string} */ name) => (name === draft.name ? draft : catalog[kind](name)),
  });
}

/**
 * The same catalog with other parts. The snapshot itself is unchanged.
 *
 * @param {Catalog} catalog @param {Record<string, any>} parts @returns {Catalog}
 */
export function catalogWith(catalog, parts) {
  return Object.freeze({
    version: catalog.version,
    apps: catalog.apps,
    tables: catalog.tables,
    views: catalog.views,
    pages: catalog.pages,
    pieces: catalog.pieces,
    triggers: catalog.triggers,
    roles: catalog.roles,
    menu: catalog.menu,
    settings: catalog.settings,
    plugins: catalog.plugins,
    problems: catalog.problems,
    table: catalog.table.bind(catalog),
    view: catalog.view.bind(catalog),
    page: catalog.page.bind(catalog),
    piece: catalog.piece.bind(catalog),
    hasTable: catalog.hasTable.bind(catalog),
    hasView: catalog.hasView.bind(catalog),
    hasPage: catalog.hasPage.bind(catalog),
    hasPiece: catalog.hasPiece.bind(catalog),
    object: catalog.object.bind(catalog),
    children: catalog.children.bind(catalog),
    path: catalog.path.bind(catalog),
    ...parts,
  });
}
