import { node, nodeId } from '@plinth/plugin';
import { freeName } from '../objects/names.js';
import { plain } from '../objects/references.js';

/** @import { Catalog, Registry, Table, TableAccess, Values } from '@plinth/plugin' */

const KINDS = /** @type {const} */ (['list', 'show', 'edit']);

/** What logged-in people may do with the rows, by the choice in the forms. */
const SHARED = /** @type {Record<string, TableAccess>} */ ({
  read: { read: 'all', create: 'none', update: 'none', delete: 'none' },
  write: { read: 'all', create: 'all', update: 'all', delete: 'all' },
});

/**
 * For whom views are created, and the edit that grants them access to the rows; existing rights are unchanged.
 *
 * @param {Table} table @param {string | null} choice read, write, or admins for admins only
 * @returns {{ roles: string[], edits: { edit: string, input: unknown }[] }}
 */
export function sharing(table, choice) {
  const rights = Object.hasOwn(SHARED, choice ?? '') ? SHARED[choice ?? ''] : null;
  if (!rights) return { roles: [], edits: [] };
  const access = { user: rights, ...table.access };
  return { roles: ['user'], edits: [{ edit: 'set-access', input: { table: table.name, access, owner: table.owner } }] };
}

/**
 * The edits that create a table's list, detail and edit views, linked to each other, and a menu entry; with a page
 * around the list if requested.
 *
 * @param {{ catalog: Catalog, registry: Registry, table: Table, roles?: string[], page?: boolean }} options
 * @returns {{ edits: { edit: string, input: Values }[], names: Record<string, string>, page: string | null }}
 */
export function viewEdits({ catalog, registry, table, roles = [], page = false }) {
  const names = viewNames(catalog, table);
  const views = KINDS.map((kind) => ({
    name: names[kind],
    // All three are named after the table: people read it above a form, and "Orders: form" is not a title.
    label: table.label,
    description: '',
    app: table.app,
    template: kind,
    table: table.name,
    roles,
    config: registry.viewTemplate(kind).defaults(table, { catalog, registry, links: names }),
  }));
  const pageName = page ? freeName(table.name, (name) => catalog.hasPage(name)) : null;
  const entry = {
    id: nodeId(),
    kind: page ? 'page' : 'view',
    label: table.label,
    icon: table.icon || 'table',
    target: pageName ?? names.list,
    roles,
  };
  return {
    names,
    page: pageName,
    edits: [
      ...views.map((view) => ({ edit: 'add-view', input: { view } })),
      ...(pageName ? [{ edit: 'add-page', input: { page: pageBody(table, pageName, names.list, roles) } }] : []),
      { edit: 'change-menu', input: { items: [...plain(catalog.menu).items, entry] } },
    ],
  };
}

/**
 * Names that no view has yet: orders, orders_show, orders_edit.
 *
 * @param {Catalog} catalog @param {Table} table @returns {Record<'list' | 'show' | 'edit', string>}
 */
function viewNames(catalog, table) {
  const free = (/** @type {string} */ name) => freeName(name, (one) => catalog.hasView(one));
  return { list: free(table.name), show: free(`${table.name}_show`), edit: free(`${table.name}_edit`) };
}

/** @param {Table} table @param {string} name @param {string} list @param {string[]} roles */
function pageBody(table, name, list, roles) {
  return {
    name,
    title: table.label,
    description: table.description ?? '',
    app: table.app,
    roles,
    layout: node('stack', {}, [node('embed', { view: list })]),
  };
}
