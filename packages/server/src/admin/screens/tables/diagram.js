import { drawDiagram } from '../../diagram/draw.js';
import { createRouter } from '../../../http/router.js';
import { adminPage } from '../../page.js';

/** @import { App, Routes } from '../../../types.d.ts' */

export const screen = { path: '/diagram', title: 'admin.diagram.title', routes };

const MOST = 150;

/** A drawing of the tables and what points at what; of one app where there are several. @param {App} app @returns {Routes} */
function routes(app) {
  const router = createRouter();
  router.get('/', (req, res) => {
    const { t, catalog } = req.ctx;
    const chosen = catalog.apps.find((one) => one.name === req.query.get('app'))?.name ?? null;
    const tables = catalog.tables.filter((table) => (chosen ? table.app === chosen : true) && !table.system);
    const pointed = tables.some((table) => table.fields.some((field) => field.target === 'users' && !field.auto));
    const users = pointed ? catalog.tables.filter((table) => table.name === 'users') : [];
    const title = t('admin.diagram.title');
    return adminPage(app, req, res, {
      title,
      icon: 'sitemap',
      lead: t('admin.diagram.lead'),
      crumbs: [{ label: t('admin.nav.tables'), url: '/admin/tables' }],
      template: 'tables/diagram',
      wide: true,
      model: {
        chosen,
        apps: catalog.apps,
        empty: tables.length === 0,
        left: Math.max(0, tables.length - MOST),
        svg: drawDiagram([...users, ...tables.slice(0, MOST)], {
          title,
          more: (count) => t('admin.diagram.more', { count }),
        }),
      },
    });
  });
  return router;
}
