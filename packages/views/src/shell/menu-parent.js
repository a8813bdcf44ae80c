/** @import { MenuItem, Page, View } from '@plinth/plugin' */
/** @import { MenuCatalog } from './menu.js' */
import { memoize, walkLayout } from '@plinth/plugin';

/** @typedef {{ page: Map<string, number>, view: Map<string, number> }} Closeness by name, 1 to 4 */

const LISTS = ['list', 'list_show', 'feed'];

/**
 * The menu entry that a view without an entry of its own belongs to, such as a detail view to the list of its table:
 * lists of that table and pages about nothing else come first, then pages that list it beside others, then its other
 * views, such as a form for new rows, and pages that show it too.
 *
 * @param {readonly MenuItem[]} items those that are shown @param {MenuCatalog} catalog @param {View} view
 * @returns {MenuItem | null}
 */
export function menuParent(items, catalog, view) {
  if (!view.table) return null;
  const { page, view: views } = closenessOf(catalog)(view.table);
  const close = (/** @type {MenuItem} */ { kind, target = '' }) =>
    (kind === 'page' ? page : kind === 'view' ? views : null)?.get(target) ?? 0;
  /** @type {MenuItem | null} */
  let found = null;
  for (const item of items) if (close(item) > (found ? close(found) : 0)) found = item;
  return found;
}

const closenessOf = memoize((/** @type {MenuCatalog} */ catalog) => {
  /** @type {Map<string, Closeness>} */
  const byTable = new Map();
  return (/** @type {string} */ table) => {
    const known = byTable.get(table) ?? measure(catalog, table);
    byTable.set(table, known);
    return known;
  };
});

/** @param {MenuCatalog} catalog @param {string} table @returns {Closeness} */
function measure(catalog, table) {
  const views = new Map();
  for (const view of catalog.views)
    if (view.table === table) views.set(view.name, LISTS.includes(view.template) ? 4 : 2);
  const pages = new Map();
  for (const page of catalog.pages) {
    const shown = embeddedIn(page).map((name) => views.get(name) ?? 0);
    const closest = Math.max(0, ...shown);
    const beside = closest === 4 ? 3 : 1;
    if (closest > 0) pages.set(page.name, shown.includes(0) ? beside : closest);
  }
  return { view: views, page: pages };
}

/** @param {Page} page @returns {string[]} names of views */
function embeddedIn({ layout }) {
  /** @type {string[]} */
  const names = [];
  walkLayout(layout, ({ type, settings }) => {
    if (type === 'embed' && typeof settings?.view === 'string') names.push(settings.view);
  });
  return names;
}
