import { html } from '@plinth/plugin';

/** @import { MenuItem } from '@plinth/plugin' */
/** @import { Request } from '../types.d.ts' */

/**
 * Puts a page or view that is not in the menu yet into it with one press, under its own name.
 *
 * @param {Request} req @param {'page' | 'view'} kind @param {string} name @param {string} here where one comes back to
 */
export function menuButton({ ctx: { app, catalog, t } }, kind, name, here) {
  if (holds(catalog.menu?.items ?? [], kind, name)) return '';
  return html`<form method="post" action="/admin/menu"><input type="hidden" name="kind" value="${kind}"><input type="hidden" name="${kind}" value="${name}"><input type="hidden" name="return" value="${here}"><button class="btn">${app.views.icon('menu-2')} ${t('admin.menu.put')}</button></form>`;
}

/** @param {readonly MenuItem[]} items @param {string} kind @param {string} name @returns {boolean} */
function holds(items, kind, name) {
  return items.some((item) => (item.kind === kind && item.target === name) || holds(item.items ?? [], kind, name));
}
