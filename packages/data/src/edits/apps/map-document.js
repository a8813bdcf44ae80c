/** @import { AppDocument, Catalog, ObjectKind, Reference, Registry } from '@plinth/plugin' */
import { mapReferences } from '@plinth/plugin';
import { withinExpressions } from '../../catalog/model/references.js';
import { documentCatalog } from './document-catalog.js';

/**
 * Visits every reference of a document, as mapReferences does for one object.
 *
 * @param {AppDocument} document
 * @param {{ catalog: Catalog, registry: Registry }} context
 * @param {(reference: Reference, owner: { kind: ObjectKind, name: string }) => string | undefined | void} visit
 * @returns {AppDocument} with all replacements
 */
export function mapDocument(document, { catalog, registry }, visit) {
  const context = { registry, catalog: documentCatalog(document, catalog, registry), whole: true };
  /** @param {ObjectKind} kind @param {string} name @param {any} body */
  const map = (kind, name, body) => {
    const told = withinExpressions(context.catalog, (found) => visit(found, { kind, name }));
    return mapReferences({ kind, body }, context, told);
  };
  /** @param {string} table @param {any} field */
  const mapField = (table, field) => {
    const { table: _, ...mapped } = map('field', `${table}.${field.name}`, { ...field, table });
    return mapped;
  };

  return {
    ...document,
    roles: (document.roles ?? []).map((role) => map('role', role.name, role)),
    tables: document.tables.map((table) => ({
      ...map('table', table.name, table),
      fields: table.fields.map((field) => mapField(table.name, field)),
    })),
    views: document.views.map((view) => map('view', view.name, view)),
    pages: document.pages.map((page) => map('page', page.name, page)),
    ...(document.pieces && { pieces: document.pieces.map((piece) => map('piece', piece.name, piece)) }),
    ...(document.triggers && { triggers: document.triggers.map((one) => map('trigger', one.name, one)) }),
    ...(document.workflows && { workflows: document.workflows.map((one) => map('workflow', one.name, one)) }),
    ...(document.functions && { functions: document.functions.map((one) => map('function', one.name, one)) }),
    ...(document.mails && { mails: document.mails.map((one) => map('mail', one.name, one)) }),
    menu: map('menu', 'menu', { items: document.menu }).items,
    home: Object.fromEntries(
      Object.entries(document.home ?? {}).map(([role, page]) => [
        role,
        visit({ kind: 'page', name: page, at: `home.${role}` }, { kind: 'role', name: role }) ?? page,
      ]),
    ),
  };
}
