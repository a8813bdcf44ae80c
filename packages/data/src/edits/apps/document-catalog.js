/** @import { AppDocument, Catalog, Registry, Values } from '@plinth/plugin' */

/**
 * The few catalog methods that walking references needs. Looks in the document first, then in the running catalog,
 * because a document may refer to either.
 *
 * @param {AppDocument} document @param {Catalog} catalog @param {Registry} registry
 * @returns {Pick<Catalog, 'table' | 'view' | 'hasTable' | 'hasView' | 'children' | 'piece' | 'hasPiece'>}
 */
export function documentCatalog(document, catalog, registry) {
  const tables = new Map(document.tables.map((table) => [table.name, asTable(table, registry)]));
  const views = new Map(document.views.map((view) => [view.name, view]));
  const pieces = new Map((document.pieces ?? []).map((piece) => [piece.name, piece]));
  const pairs = [...tables.values()].flatMap((table) =>
    table.fields.map((/** @type {Values} */ field) => ({ table, field })),
  );
  const children = Map.groupBy(pairs, ({ field }) => field.target);
  return {
    hasTable: (name) => tables.has(name) || catalog.hasTable(name),
    table: (name) => /** @type {any} */ (tables.get(name)) ?? catalog.table(name),
    children: (name) => [
      .../** @type {any[]} */ (children.get(name) ?? []),
      ...catalog.children(name).filter(({ table }) => !tables.has(table.name)),
    ],
    hasPiece: (name) => pieces.has(name) || catalog.hasPiece(name),
    piece: (name) => /** @type {any} */ (pieces.get(name)) ?? catalog.piece(name),
    hasView: (name) => views.has(name) || catalog.hasView(name),
    view: (name) => /** @type {any} */ (views.get(name)) ?? catalog.view(name),
  };
}

/** @param {AppDocument['tables'][number]} table @param {Registry} registry */
function asTable(table, registry) {
  const fields = new Map(
    table.fields.map((field) => [
      field.name,
      { ...field, traits: registry.traitsOf(field.type), target: target(field, registry) },
    ]),
  );
  return {
    ...table,
    fields: [...fields.values()],
    hasField: (/** @type {string} */ name) => fields.has(name),
    field: (/** @type {string} */ name) => fields.get(name),
  };
}

/** @param {any} field @param {Registry} registry */
function target(field, registry) {
  return registry.has('fieldType', field.type) ? (registry.fieldType(field.type).target?.(field) ?? null) : null;
}
