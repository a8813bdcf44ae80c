import { html } from '@plinth/plugin';
import { buttons, column, listScreen, routed, task, tasks } from '../../frame/index.js';
import { buildAddress } from '../../objects/build-address.js';
import { openAddress } from '../../objects/open-address.js';

/** @import { View } from '@plinth/plugin' */
/** @import { Request } from '../../types.d.ts' */

/** All views. */
export const screen = {
  path: '/views',
  title: 'admin.nav.views',
  help: 'guide/views',
  finds: tasks(task('newView', '/admin/views/new')),
  nav: { section: /** @type {const} */ ('build'), icon: 'layout-list', order: 20 },
  routes: routed(
    listScreen({
      title: 'admin.nav.views',
      lead: 'admin.views.lead',
      icon: 'layout-list',
      empty: 'admin.views.empty',
      add: { url: '/admin/views/new', label: 'admin.views.new' },
      of: ({ ctx: { catalog } }) => catalog.views,
      words: ({ name, label, table, template }) => `${name} ${label} ${table ?? ''} ${template}`,
      columns: (req, { icon, named, roleBadges, openButton }) => [
        column('admin.kind.view', ({ name, label }) => named(buildAddress('view', name), label || name, name)),
        column('admin.type', (view) => iconAndLabel(templateOf(req, view), icon), 'text-nowrap'),
        column(
          'admin.kind.table',
          ({ table }) => table && html`<a href="/admin/tables/${table}/views">${tableLabel(req, table)}</a>`,
        ),
        column('admin.visibleTo', ({ roles }) => roleBadges(roles)),
        buttons(({ name, label }) => openButton(openAddress(req.ctx.catalog, 'view', name), label || name)),
      ],
    }),
  ),
};

/** @param {{ icon: string, label: string }} template @param {(name: string) => unknown} icon */
const iconAndLabel = ({ icon: name, label }, icon) => html`${icon(name)} ${label}`;

/** @param {Request} req @param {string} name */
const tableLabel = ({ ctx: { catalog } }, name) => (catalog.hasTable(name) ? catalog.table(name).label : name);

/** The kind of a view; if its plugin is missing, the name of the kind. @param {Request} req @param {View} view */
export function templateOf({ ctx: { app, t } }, { template }) {
  if (!app.registry.has('viewTemplate', template)) return { icon: 'alert-triangle', label: t(template) };
  const { icon, label } = app.registry.viewTemplate(template);
  return { icon, label: t(label) };
}
