import { html } from '@plinth/plugin';
import { createRouter } from '../../../http/router.js';
import { adminPage } from '../../page.js';
import { roleLabel } from '../../role-labels.js';
import { pageOf } from '../../paging.js';

/** @import { App, Request, Response, Routes } from '../../../types.d.ts' */

export const screen = {
  path: '/views',
  title: 'admin.nav.views',
  nav: { section: 'build', icon: 'layout-list', order: 20 },
  routes,
};

/** All views. @param {App} app @returns {Routes} */
function routes(app) {
  const router = createRouter();
  router.get('/', (req, res) => show(app, req, res));
  return router;
}

/** @param {App} app @param {Request} req @param {Response} res */
function show(app, req, res) {
  const { t, catalog } = req.ctx;
  const q = req.query.get('q');
  const found = pageOf(catalog.views, {
    q,
    after: req.query.get('after'),
    words: (view) => `${view.name} ${view.label} ${view.table ?? ''} ${view.template}`,
  });
  return adminPage(app, req, res, {
    title: t('admin.nav.views'),
    lead: t('admin.views.lead'),
    template: 'views/list',
    actions: html`<a class="btn btn-primary" href="/admin/views/new">${app.views.icon('plus')} ${t('admin.views.new')}</a>`,
    model: {
      q,
      more: found.more,
      views: found.items.map((view) => {
        const template = app.registry.has('viewTemplate', view.template)
          ? app.registry.viewTemplate(view.template)
          : null;
        const table = view.table && catalog.hasTable(view.table) ? catalog.table(view.table) : null;
        return {
          ...view,
          url: `/admin/views/${view.name}`,
          icon: template?.icon ?? 'alert-triangle',
          templateLabel: t(template?.label ?? view.template),
          tableLabel: table?.label ?? view.table,
          roleLabels: view.roles.map((role) => roleLabel(req, role)),
        };
      }),
    },
  });
}
