/** @import { Request, Response, Routes } from '../../types.d.ts' */
import { html } from '@plinth/plugin';
import { createRouter } from '../../http/requests/router.js';
import { refuse } from '../../http/requests/require-role.js';
import { find } from './find.js';

const template = (/** @type {string} */ name) => new URL(`./templates/${name}.ejs`, import.meta.url).href;
const STYLES = ['core-views/css/search-palette.css'];
const LONGEST = 200;

/**
 * GET /search: rows, pages and views that the caller may open. A page by itself, and the two parts that the palette is
 * made of. Visitors: where the site allows it.
 *
 * @returns {Routes}
 */
export function searchRoutes() {
  const router = createRouter();
  router.get('/search', async (req, res, next) => {
    const { catalog, user } = req.ctx;
    if (!user && catalog.settings.visitorSearch !== true) return refuse(req, res, next);
    const q = (req.query.get('q') ?? '').slice(0, LONGEST).toWellFormed();
    const part = req.query.get('part');
    if (part === 'frame') return answerPart(res, print(req, 'frame', {}));
    const found = { ...(await find(req, q)), q };
    if (part === 'results') return answerPart(res, print(req, 'options', found));
    const body = html`${print(req, 'page', { q })}${print(req, 'results', found)}`;
    res.page({ title: req.ctx.t('search.title'), body, width: 'narrow', styles: STYLES });
  });
  return router;
}

/** @param {Request} req @param {string} name @param {Record<string, unknown>} model */
function print(req, name, model) {
  const { app, t } = req.ctx;
  return app.views.renderTemplate(template(name), { t, icon: app.views.icon, ...model });
}

/** Personal, and as fresh as the rights. @param {Response} res @param {import('@plinth/plugin').Html} part */
function answerPart(res, part) {
  res.html(part, { headers: { 'cache-control': 'private, no-store' } });
}
