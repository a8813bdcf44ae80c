import { html } from '@plinth/plugin';

/** @import { MenuItem } from '@plinth/plugin' */
/** @import { Request } from '@plinth/server/types' */

/**
 * A button that adds a page or view to the menu under its own label, if it is not there yet.
 *
 * @param {Request} req @param {'page' | 'view'} kind @param {string} name @param {string} here where to return to
 * @param {string} [look] the button's class
 */
export function menuButton({ ctx: { app, catalog, t } }, kind, name, here, look = 'btn') {
  if (holds(catalog.menu?.items ?? [], kind, name)) return '';
  return html`<form method="post" action="/admin/menu"><input type="hidden" name="kind" value="${kind}"><input type="hidden" name="${kind}" value="${name}"><input type="hidden" name="return" value="${here}"><button class="${look}">${app.views.icon('menu-2')} ${t('admin.menu.put')}</button></form>`;
}

/** @param {readonly MenuItem[]} items @param {string} kind @param {string} name @returns {boolean} */
function holds(items, kind, name) {
  return items.some((item) => (item.kind === kind && item.target === name) || holds(item.items ?? [], kind, name));
}
