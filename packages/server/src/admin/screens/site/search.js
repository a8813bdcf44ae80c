import { createRouter } from '../../../http/router.js';
import { areasOf } from '../../navigation.js';
import { adminPage, renderAdmin } from '../../page.js';

/** @import { App, Request, Routes } from '../../../types.d.ts' */

export const screen = { path: '/search', title: 'admin.jump.title', routes };

const MOST = 30;

/** Jump to a table, a view or a page: the palette's list, or a screen without scripts. @param {App} app @returns {Routes} */
function routes(app) {
  const router = createRouter();
  router.get('/', (req, res) => {
    const q = req.query.get('q') ?? '';
    const model = { q, found: find(req, q) };
    if (req.query.has('part')) return res.html(renderAdmin(app, req, 'site/search-results', model));
    return adminPage(app, req, res, { title: req.ctx.t('admin.jump.title'), template: 'site/search', model });
  });
  return router;
}

/** @param {Request} req @param {string} q */
function find({ ctx: { t, catalog, app } }, q) {
  const { registry } = app;
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const all = [
    ...catalog.tables.map((table) => ({
      label: table.label,
      detail: t('admin.kind.table'),
      icon: table.icon || 'table',
      name: table.name,
      url: `/admin/tables/${table.name}/data`,
    })),
    ...catalog.views.map((view) => ({
      label: view.label || view.name,
      detail: `${t('admin.kind.view')} · ${templateLabel(registry, view.template, t)}`,
      icon: 'layout-list',
      name: view.name,
      url: `/admin/views/${view.name}`,
    })),
    ...catalog.pages.map((page) => ({
      label: page.title,
      detail: t('admin.kind.page'),
      icon: 'file-text',
      name: page.name,
      url: `/admin/pages/${page.name}`,
    })),
    ...areasOf(app.screens).map(({ area, title }) => ({
      label: t(title),
      detail: t('admin.kind.screen'),
      icon: 'arrow-right',
      name: area,
      url: `/admin/${area}`,
    })),
  ];
  return all
    .filter((one) => words.every((word) => `${one.label} ${one.name} ${one.detail}`.toLowerCase().includes(word)))
    .slice(0, MOST);
}

/** @param {import('@plinth/plugin').Registry} registry @param {string} name @param {import('@plinth/plugin').Translate} t */
const templateLabel = (registry, name, t) =>
  registry.has('viewTemplate', name) ? t(registry.viewTemplate(name).label) : name;
