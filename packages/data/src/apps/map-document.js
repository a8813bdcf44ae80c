/** @import { AppDocument, Catalog, ObjectKind, Reference, Registry } from '@plinth/plugin' */
import { mapReferences } from '@plinth/plugin';
import { documentCatalog } from './document-catalog.js';

/**
 * Visits every reference of a document, as mapReferences does for one object.
 *
 * @param {AppDocument} document
 * @param {{ catalog: Catalog, registry: Registry }} context
 * @param {(reference: Reference, owner: { kind: ObjectKind, name: string }) => string | undefined | void} visit
 * @returns {AppDocument} with the replacements made
 */
export function mapDocument(document, { catalog, registry }, visit) {
  const context = { registry, catalog: documentCatalog(document, catalog, registry) };
  /** @param {ObjectKind} kind @param {string} name @param {any} body */
  const map = (kind, name, body) => mapReferences({ kind, body }, context, (found) => visit(found, { kind, name }));

  return {
    ...document,
    roles: (document.roles ?? []).map((role) => map('role', role.name, role)),
    tables: document.tables.map((table) => ({
      ...map('table', table.name, table),
      fields: table.fields.map((field) => map('field', `${table.name}.${field.name}`, field)),
    })),
    views: document.views.map((view) => map('view', view.name, view)),
    pages: document.pages.map((page) => map('page', page.name, page)),
    menu: map('menu', 'menu', { items: document.menu }).items,
    home: Object.fromEntries(
      Object.entries(document.home ?? {}).map(([role, page]) => [
        role,
        visit({ kind: 'page', name: page, at: `home.${role}` }, { kind: 'role', name: role }) ?? page,
      ]),
    ),
  };
}
