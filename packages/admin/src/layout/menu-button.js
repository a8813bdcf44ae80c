import { html } from '@plinth/plugin';
import { partsFor } from '../frame/index.js';

/** @import { MenuItem } from '@plinth/plugin' */
/** @import { Request } from '@plinth/server/types' */

/**
 * A button that adds a page or view to the menu under its own label, if it is not there yet.
 *
 * @param {Request} req @param {'page' | 'view'} kind @param {string} name @param {string} here where to return to
 * @param {string} [look] the button's class
 */
export function menuButton(req, kind, name, here, look = 'btn') {
  const { icon, post, t } = partsFor(req);
  if (holds(req.ctx.catalog.menu?.items ?? [], kind, name)) return '';
  const fields = { kind, [kind]: name, return: here };
  return post('/admin/menu', html`${icon('menu-2')} ${t('admin.menu.put')}`, { style: look, fields });
}

/** @param {readonly MenuItem[]} items @param {string} kind @param {string} name @returns {boolean} */
function holds(items, kind, name) {
  return items.some((item) => (item.kind === kind && item.target === name) || holds(item.items ?? [], kind, name));
}
