/** @import { Catalog, Actor, View } from '@plinth/plugin' */
import { address, isAdmin, mayOpen } from '@plinth/plugin';
import { OF_ONE_ROW } from './shows-one-row.js';

/**
 * Where rows of a table open for this actor: in the first detail view that they may open, else in an edit view; for
 * admins without either, in the data grid.
 *
 * @param {Pick<Catalog, 'views'>} catalog @param {Actor} actor @param {string} table
 * @returns {((id: string | number) => string) | null} null: nowhere
 */
export function rowAddress(catalog, actor, table) {
  const view = viewOfRow(catalog, actor, table);
  if (view) return (id) => address(`/view/${view.name}`, { id });
  return isAdmin(actor) ? (id) => `/admin/tables/${table}/data/${encodeURIComponent(id)}` : null;
}

/** @param {Pick<Catalog, 'views'>} catalog @param {Actor} actor @param {string} table @returns {View | null} */
function viewOfRow({ views }, actor, table) {
  const open = views.filter((view) => view.table === table && mayOpen(view.roles, actor));
  for (const template of OF_ONE_ROW) {
    const found = open.find((view) => view.template === template);
    if (found) return found;
  }
  return null;
}
