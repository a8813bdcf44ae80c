/** @import { AppDocument, Catalog, Kind, ObjectKind, Reference, Registry, Values } from '@plinth/plugin' */
import { mapReferences } from '@plinth/plugin';
import { withinExpressions } from '../../catalog/model/references.js';
import { documentCatalog } from './document-catalog.js';
import { listsOf, objectsIn } from './document-parts.js';

/**
 * Visits every reference of a document, as mapReferences does for one object.
 *
 * @param {AppDocument} document
 * @param {{ catalog: Catalog, registry: Registry }} context
 * @param {(reference: Reference, owner: { kind: ObjectKind, name: string }) => string | undefined | void} visit
 * @returns {AppDocument} with all replacements
 */
export function mapDocument(document, { catalog, registry }, visit) {
  const context = { registry, catalog: documentCatalog(document, catalog, registry) };
  /** @param {ObjectKind} kind @param {string} name @param {Values} body */
  const map = (kind, name, body) => {
    const told = withinExpressions(context.catalog, (found) => visit(found, { kind, name }));
    return mapReferences({ kind, body }, context, told);
  };
  /** @param {string} table @param {Values} field */
  const mapField = (table, field) => {
    const { table: _, ...rest } = map('field', `${table}.${field.name}`, { ...field, table });
    return rest;
  };
  const mapTable = (/** @type {Values} */ table) => ({
    ...map('table', table.name, table),
    fields: table.fields.map((/** @type {Values} */ field) => mapField(table.name, field)),
  });

  /** @param {string} key @param {Kind | null} kind */
  const mapped = (key, kind) => {
    const objects = objectsIn(document, key);
    if (key === 'tables') return document.tables.map(mapTable);
    return kind ? objects.map((one) => map(/** @type {ObjectKind} */ (kind.name), one.name, one)) : objects;
  };

  return {
    ...document,
    roles: [],
    ...Object.fromEntries(
      listsOf(registry)
        .filter(({ key }) => key in document)
        .map(({ key, kind }) => [key, mapped(key, kind)]),
    ),
    menu: map('menu', 'menu', { items: document.menu }).items,
    home: Object.fromEntries(
      Object.entries(document.home ?? {}).map(([role, page]) => [
        role,
        visit({ kind: 'page', name: page, at: `home.${role}` }, { kind: 'role', name: role }) ?? page,
      ]),
    ),
  };
}
