/** @import { Actor, Catalog, MenuItem, ShellMenuItem } from '@plinth/plugin' */

const SAFE_URL = /^(https?:\/\/|mailto:|tel:|\/(?!\/)|#)/i;

/**
 * The menu as this actor may see it: items whose target he may not open, or that is gone, are left out, and so are
 * groups without items.
 *
 * @param {Pick<Catalog, 'menu' | 'hasPage' | 'page' | 'hasView' | 'view'>} catalog
 * @param {Actor} actor
 * @param {string} here path and query of the page
 * @returns {ShellMenuItem[]}
 */
export function menuModel(catalog, actor, here) {
  const path = here.split('?')[0];
  return shown(catalog.menu?.items ?? [], { catalog, actor, path });
}

/**
 * Whether a page or view with these roles opens for the actor. No role means admins only: nothing is granted unasked.
 * @param {readonly string[]} roles @param {Actor} actor
 */
export function mayOpen(roles, actor) {
  return actor.system || actor.roles.includes('admin') || roles.some((role) => actor.roles.includes(role));
}

/**
 * @typedef {{ catalog: Pick<Catalog, 'hasPage' | 'page' | 'hasView' | 'view'>, actor: Actor, path: string }} Context
 * @param {readonly MenuItem[]} items @param {Context} context @returns {ShellMenuItem[]}
 */
function shown(items, context) {
  return items.flatMap((item) => {
    if (item.roles?.length && !mayOpen(item.roles, context.actor)) return [];
    const children = shown(item.items ?? [], context);
    const url = address(item, context);
    if (url === undefined || (url === null && !children.length)) return [];
    const active = url !== null && url.split('?')[0] === context.path;
    return [{ label: item.label, icon: item.icon || null, url, active, items: children }];
  });
}

/** undefined: not to be shown; null: a group. @param {MenuItem} item @param {Context} context */
function address(item, { catalog, actor }) {
  const target = item.target ?? '';
  switch (item.kind) {
    case 'page':
      return catalog.hasPage(target) && mayOpen(catalog.page(target).roles, actor) ? `/page/${target}` : undefined;
    case 'view':
      return catalog.hasView(target) && mayOpen(catalog.view(target).roles, actor) ? `/view/${target}` : undefined;
    case 'link':
      return SAFE_URL.test(target) ? target : undefined;
    case 'admin':
      return mayOpen([], actor) ? target || '/admin' : undefined;
    default:
      return null;
  }
}
