import { node, nodeId } from '@plinth/plugin';
import { plain } from './references.js';
import { freeName } from './screens/tables/table-page.js';

/** @import { Catalog, Registry, Table } from '@plinth/plugin' */

const KINDS = /** @type {const} */ (['list', 'show', 'edit']);

/**
 * The edits that give a table a list, a show and an edit view, linked to each other, and an entry in the menu; with a
 * page around the list when asked for.
 *
 * @param {{ catalog: Catalog, registry: Registry, table: Table, roles?: string[], page?: boolean, labels: Record<string, string> }} options
 *   labels: of the views by kind
 * @returns {{ edits: { edit: string, input: any }[], names: Record<string, string>, page: string | null }}
 */
export function viewEdits({ catalog, registry, table, roles = [], page = false, labels }) {
  const names = viewNames(catalog, table);
  const views = KINDS.map((kind) => ({
    name: names[kind],
    label: kind === 'list' ? table.label : `${table.label}: ${labels[kind]}`,
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
    layout: node('stack', {}, [node('heading', { text: table.label, level: '1' }), node('embed', { view: list })]),
  };
}
