/** @import { Catalog, Page, Piece, View, Values } from '@plinth/plugin' */

/**
 * A catalog with views, pages or pieces that are not stored, so that their plans are real. Those of the same name are
 * replaced; the snapshot itself is unchanged.
 *
 * @param {Catalog} catalog @param {'view' | 'page' | 'piece'} kind @param {...(View | Page | Piece)} drafts
 * @returns {Catalog}
 */
export function draftCatalog(catalog, kind, ...drafts) {
  const list = /** @type {const} */ ({ view: 'views', page: 'pages', piece: 'pieces' })[kind];
  const has = /** @type {const} */ ({ view: 'hasView', page: 'hasPage', piece: 'hasPiece' })[kind];
  const stored = /** @type {readonly { name: string }[]} */ (catalog[list]);
  const byName = new Map(drafts.map((draft) => [draft.name, draft]));
  return catalogWith(catalog, {
    [list]: [...stored.filter(({ name }) => !byName.has(name)), ...drafts],
    [has]: (/** @type {string} */ name) => byName.has(name) || catalog[has](name),
    [kind]: (/** @type {string} */ name) => byName.get(name) ?? catalog[kind](name),
  });
}

/**
 * The same catalog with other parts. The snapshot itself is unchanged.
 *
 * @param {Catalog} catalog @param {Values} parts @returns {Catalog}
 */
export function catalogWith(catalog, parts) {
  return Object.freeze({ ...catalog, ...parts });
}
