import { createRouter } from '../http/router.js';

/** @import { App, Request, Response, Routes } from '../types.d.ts' */

/**
 * All admin screens; the server mounts them at /admin behind requireRole('admin').
 *
 * @param {App} app @returns {Routes}
 */
export function adminRoutes(app) {
  const router = createRouter();
  router.use((/** @type {Request} */ req, /** @type {Response} */ res, /** @type {() => void} */ next) => {
    req.ctx.catalog = app.views.localCatalog(req.ctx.catalog, req.ctx.locale);
    next();
  });
  router.get('/', (req, res) => {
    const { tables, pages } = req.ctx.catalog;
    const empty = pages.length === 0 && tables.every((table) => table.system);
    res.redirect(empty ? '/admin/start' : '/admin/tables');
  });
  // The browser reports activity; see assets/admin.js.
  router.get('/alive', (_req, res) => {
    res.writeHead(204, { 'cache-control': 'private, no-store' });
    res.end();
  });
  for (const screen of app.screens) router.use(screen.path, screen.routes(app));
  return router;
}
