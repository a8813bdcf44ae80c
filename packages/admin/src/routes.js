import { createRouter, notFound } from '@plinth/server/http';

/** @import { App, Handler, Next, Request, Response, Routes, Screen } from '@plinth/server/types' */

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
    res.writeHead(204, { 'cache-control': 'private, no-cache' });
    res.end();
  });
  router.use(createMount(app));
  router.use(nothingHere);
  router.use(/** @type {any} */ (errors));
  return router;
}

/** @type {Handler} */
const nothingHere = (_req, _res, next) => next(notFound());

/** The frame is read with the first screen. @param {unknown} error @param {Request} req @param {Response} res @param {Next} next */
const errors = async (error, req, res, next) => {
  const { answerInFrame } = await import('./frame/error-page.js');
  return answerInFrame(error, req, res, next);
};

/** @param {App} app @param {readonly Screen[]} screens */
function mountAll(app, screens) {
  const router = createRouter();
  for (const screen of screens) router.use(screen.path, screen.routes(app));
  return router;
}

/** Mounts the screens with the first request for one. @param {App} app @returns {Handler} */
function createMount(app) {
  /** @type {Routes | null} */
  let mounted = null;
  return async (req, res, next) => {
    if (mounted === null) {
      const screens = await app.screens.load();
      mounted ??= mountAll(app, screens);
    }
    mounted(req, res, next);
  };
}
