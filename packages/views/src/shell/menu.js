/** @import { Actor, Catalog, MenuItem, ShellMenuItem } from '@plinth/plugin' */
import { mayOpen, mayUseView } from '@plinth/plugin';
import { homePage } from './home.js';
import { menuParent } from './menu-parent.js';
import { appOf, bySection } from './menu-sections.js';

// Browsers take a backslash for a slash: /\other.site is not a path on this site.
const SAFE_URL = /^(https?:\/\/|mailto:|tel:|\/(?![/\\])|#)/i;

/**
 * The menu as this actor may see it, without items that they may not open or that no longer exist, and without empty
 * groups. On a site with several apps, each app's items are grouped.
 *
 * @param {MenuCatalog} catalog
 * @param {Actor} actor
 * @param {string} here path and query of the page
 * @returns {ShellMenuItem[]}
 */
export function menuModel(catalog, actor, here) {
  const asked = here.split('?')[0];
  const home = asked === '/' ? homePage(catalog, actor) : null;
  const path = home ? `/page/${home}` : asked;
  /** @type {Context} */
  const context = { catalog, actor, path, entries: new Map() };
  const placed = (catalog.menu?.items ?? []).flatMap((item) =>
    shown([item], context).map((entry) => ({ app: appOf(item, catalog), entry })),
  );
  const [, kind, target] = /^\/(page|view)\/([^/]+)/.exec(path) ?? [];
  if (kind === 'view') markParent(context, target);
  return bySection(placed, catalog, kind ? appOf(/** @type {MenuItem} */ ({ kind, target }), catalog) : null);
}

/**
 * @typedef {Pick<Catalog, 'apps' | 'roles' | 'menu' | 'hasPage' | 'page' | 'pages' | 'hasView' | 'view' | 'views' |
 *   'hasTable' | 'table'>} MenuCatalog
 * @typedef {{ catalog: MenuCatalog, actor: Actor, path: string, entries: Map<MenuItem, ShellMenuItem> }} Context
 *   entries: those that are shown
 * @param {readonly MenuItem[]} items @param {Context} context @returns {ShellMenuItem[]}
 */
function shown(items, context) {
  return items.flatMap((item) => {
    if (item.roles?.length && !mayOpen(item.roles, context.actor)) return [];
    const children = shown(item.items ?? [], context);
    const url = address(item, context);
    if (url === undefined || (url === null && !children.length)) return [];
    const active = url !== null && url.split('?')[0] === context.path;
    const entry = { label: item.label, icon: item.icon || null, url, active, items: children };
    context.entries.set(item, entry);
    return [entry];
  });
}

/** Marks the entry that a view without one of its own belongs to. @param {Context} context @param {string} name */
function markParent({ catalog, entries }, name) {
  if (!catalog.hasView(name) || [...entries.values()].some(({ active }) => active)) return;
  const parent = menuParent([...entries.keys()], catalog, catalog.view(name));
  const entry = parent && entries.get(parent);
  if (entry) entry.isParent = true;
}

/** undefined: hidden; null: a group. @param {MenuItem} item @param {Context} context */
function address(item, { catalog, actor }) {
  const target = item.target ?? '';
  switch (item.kind) {
    case 'page':
      return catalog.hasPage(target) && mayOpen(catalog.page(target).roles, actor) ? `/page/${target}` : undefined;
    case 'view':
      return catalog.hasView(target) && mayUseView(catalog, catalog.view(target), actor)
        ? `/view/${target}`
        : undefined;
    case 'link':
      return SAFE_URL.test(target) ? target : undefined;
    case 'admin':
      return mayOpen([], actor) ? target || '/admin' : undefined;
    default:
      return null;
  }
}
