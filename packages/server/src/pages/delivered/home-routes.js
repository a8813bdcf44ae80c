/** @import { App, Request, Routes } from '../../types.d.ts' */
/** @import { MenuItem } from '@plinth/plugin' */
import { homePage } from '@plinth/views';
import { admits } from '../../http/requests/require-role.js';
import { wantsOtherEyes } from '../../http/identity/viewing-as.js';
import { deliver } from './deliver.js';
import { pageOpened } from './page-opened.js';

/**
 * GET / shows the visitor's home page; on a fresh installation it redirects to the first-run screen.
 *
 * @param {App} app
 * @param {Routes} router
 */
export function homeRoutes(app, router) {
  router.get('/', async (req, res) => {
    if (await app.data.people.needsFirstAdmin()) return res.redirect('/auth/first-run');
    const { catalog, locale, timeZone, isAdmin, user } = req.ctx;
    const page = homePage(catalog, req.ctx.actor);
    if (page) {
      await deliver(app, req, res, app.views.plans(catalog).page(page, locale, timeZone));
      return wantsOtherEyes(req) ? undefined : pageOpened(app, req, res, page, user?.id ?? null);
    }
    const first = firstInMenu(req, catalog.menu?.items ?? []);
    if (first) return res.redirect(first);
    if (isAdmin) return res.redirect('/admin');
    if (!user) return res.redirect('/auth/login');
    res.page({ title: catalog.settings.siteName, body: emptyHome(app, req) });
  });
}

/** @param {Request} req @param {readonly MenuItem[]} items @returns {string | null} */
function firstInMenu(req, items) {
  const { catalog, actor } = req.ctx;
  for (const item of items) {
    if (item.roles?.length && !admits(actor, item.roles)) continue;
    const { target = '' } = item;
    if (item.kind === 'page' && catalog.hasPage(target) && admits(actor, catalog.page(target).roles)) {
      return `/page/${encodeURIComponent(target)}`;
    }
    if (item.kind === 'view' && catalog.hasView(target) && admits(actor, catalog.view(target).roles)) {
      return `/view/${encodeURIComponent(target)}`;
    }
    const inside = firstInMenu(req, item.items ?? []);
    if (inside) return inside;
  }
  return null;
}

/** @param {App} app @param {Request} req */
function emptyHome(app, req) {
  const template = new URL('./templates/empty-home.ejs', import.meta.url);
  return app.views.renderTemplate(template.href, { t: req.ctx.t, site: req.ctx.catalog.settings.siteName });
}
