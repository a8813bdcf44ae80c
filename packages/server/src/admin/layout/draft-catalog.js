/** @import { Catalog, Page, Piece, View } from '@plinth/plugin' */

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
    workflows: catalog.workflows,
    functions: catalog.functions,
    secrets: catalog.secrets,
    mails: catalog.mails,
    roles: catalog.roles,
    menu: catalog.menu,
    settings: catalog.settings,
    plugins: catalog.plugins,
    problems: catalog.problems,
    table: catalog.table.bind(catalog),
    view: catalog.view.bind(catalog),
    page: catalog.page.bind(catalog),
    piece: catalog.piece.bind(catalog),
    workflow: catalog.workflow.bind(catalog),
    function: catalog.function.bind(catalog),
    mail: catalog.mail.bind(catalog),
    hasTable: catalog.hasTable.bind(catalog),
    hasView: catalog.hasView.bind(catalog),
    hasPage: catalog.hasPage.bind(catalog),
    hasPiece: catalog.hasPiece.bind(catalog),
    hasWorkflow: catalog.hasWorkflow.bind(catalog),
    hasFunction: catalog.hasFunction.bind(catalog),
    hasSecret: catalog.hasSecret.bind(catalog),
    hasMail: catalog.hasMail.bind(catalog),
    object: catalog.object.bind(catalog),
    children: catalog.children.bind(catalog),
    path: catalog.path.bind(catalog),
    ...parts,
  });
}
