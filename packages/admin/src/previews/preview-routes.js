import { html, mayOpen } from '@plinth/plugin';
import { draftOfLink } from '../builder/draft-of-link.js';
import { keepAddressSecret } from '@plinth/server/auth';
import { createRouter, refuse, viewingAsBar } from '@plinth/server/http';
import { endedPage } from './ended-page.js';

/** @import { App, Request, Response, Routes } from '@plinth/server/types' */

/** Nothing can be sent from a preview, by a form or by a script. */
const READ_ONLY = [
  ...["default-src 'self'", "img-src 'self' data:", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'self'"],
  ...["form-action 'none'", "connect-src 'none'"],
].join('; ');

/**
 * GET /preview/:token: a draft from the builder, shown to a colleague who is logged in, with their own rights. It is
 * rendered for each request and cached nowhere.
 *
 * @param {App} app @returns {Routes}
 */
export function previewRoutes(app) {
  const router = createRouter();
  router.get('/:token', async (req, res, next) => {
    keepAddressSecret(res);
    // The link alone is not enough: whoever comes across it is still a visitor.
    if (!req.ctx.user) return refuse(req, res, next);
    const found = await draftOfLink(req, req.params.token);
    if ('reason' in found || !mayOpen(found.roles, req.ctx.actor)) return endedPage(app, req, res, found);
    const { actor, timeZone } = req.ctx;
    const rendered = await found.render({ actor, timeZone, row: req.query.get('id') });
    res.html(previewDocument(app, req, { ...found, rendered }), { headers: headers(res) });
  });
  return router;
}

/** @param {Response} res */
function headers(res) {
  res.setHeader('x-robots-tag', 'noindex');
  return { 'content-security-policy': READ_ONLY, 'cache-control': 'private, no-store' };
}

/**
 * @param {App} app @param {Request} req
 * @param {{ label: string, rendered: import('../builder/render-draft.js').RenderedDraft }} shown
 */
function previewDocument(app, req, { label, rendered }) {
  const { catalog, actor, locale, t } = req.ctx;
  const said = t('delivered.preview.banner', { name: label });
  const banner = html`<div class="alert alert-info rounded-0 mb-0 d-flex flex-wrap gap-3 align-items-center justify-content-center text-center" role="status"><strong>${said}</strong> <span>${t('delivered.preview.readOnly')}</span></div>`;
  const above = html`${viewingAsBar(req)}${banner}`;
  // Its scripts would ask the server, which the page forbids.
  return app.views.shell({ catalog, actor, locale, ...rendered, above, copy: 'preview' });
}
