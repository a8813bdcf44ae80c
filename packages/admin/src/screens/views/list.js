import { html } from '@plinth/plugin';
import { pageOf, partsFor, routed, shows } from '../../frame/index.js';
import { buildAddress } from '../../objects/build-address.js';
import { openAddress } from '../../objects/open-address.js';

/** @import { View } from '@plinth/plugin' */
/** @import { AdminPage, Request } from '../../types.d.ts' */

/** All views. */
export const screen = {
  path: '/views',
  title: 'admin.nav.views',
  nav: { section: 'build', icon: 'layout-list', order: 20 },
  routes: routed({ 'GET /': shows(show) }),
};

/** The kind of a view; if its plugin is missing, the name of the kind. @param {Request} req @param {View} view */
export function templateOf({ ctx: { app, t } }, { template }) {
  if (!app.registry.has('viewTemplate', template)) return { icon: 'alert-triangle', label: t(template) };
  const { icon, label } = app.registry.viewTemplate(template);
  return { icon, label: t(label) };
}

/** @param {Request} req @returns {AdminPage} */
function show(req) {
  const { t, catalog } = req.ctx;
  const { icon, empty, search, table, named, roleBadges, openButton, more } = partsFor(req);
  const q = req.query.get('q');
  const found = pageOf(req, catalog.views, (view) => `${view.name} ${view.label} ${view.table ?? ''} ${view.template}`);
  const kindOf = (/** @type {View} */ view) => {
    const template = templateOf(req, view);
    return html`${icon(template.icon)} ${template.label}`;
  };
  const tableLabel = (/** @type {string} */ name) => (catalog.hasTable(name) ? catalog.table(name).label : name);
  const list = table(
    t('admin.nav.views'),
    [
      {
        label: t('admin.kind.view'),
        cell: (view) => named(buildAddress('view', view.name), view.label || view.name, view.name),
      },
      { label: t('admin.type'), cell: kindOf, class: 'text-nowrap' },
      {
        label: t('admin.kind.table'),
        cell: ({ table: name }) => name && html`<a href="/admin/tables/${name}/views">${tableLabel(name)}</a>`,
      },
      { label: t('admin.visibleTo'), cell: (view) => roleBadges(view.roles) },
      {
        label: t('admin.actions'),
        hidden: true,
        class: 'text-end',
        cell: (view) => openButton(openAddress(catalog, 'view', view.name), view.label || view.name),
      },
    ],
    found.items,
    { style: '' },
  );
  return {
    title: t('admin.nav.views'),
    lead: t('admin.views.lead'),
    actions: html`<a class="btn btn-primary" href="/admin/views/new">${icon('plus')} ${t('admin.views.new')}</a>`,
    body: html`${(found.items.length > 12 || q || found.more) && search(t('admin.filter'))}${
      found.items.length === 0
        ? empty('layout-list', t(q ? 'admin.nothingFound' : 'admin.views.empty'), q ? '' : t('admin.views.emptyHelp'))
        : list
    }${more(found.more, 'mt-3')}`,
  };
}
