import { html, raw } from '@plinth/plugin';
import { notFound } from '@plinth/server/http';
import { routed, shows } from '../../frame/index.js';
import { helpUrl } from '../../help/guide.js';

/** @import { AdminPage, GuidePage, Request } from '../../types.d.ts' */

/** The documentation, as it is shipped: its front page leads to all others. */
export const screen = {
  path: '/help',
  title: 'admin.help.title',
  routes: routed({
    'GET /': shows((req) => show(req, 'README')),
    'GET /:page': shows((req) => show(req, req.params.page)),
    'GET /:folder/:page': shows((req) => show(req, `${req.params.folder}/${req.params.page}`)),
  }),
};

/** @param {Request} req @param {string} name @returns {Promise<AdminPage>} */
async function show(req, name) {
  const { app, t } = req.ctx;
  const page = await app.screens.guide.page(name);
  if (!page) throw notFound();
  const isFront = name === 'README';
  return {
    title: page.title,
    crumbs: isFront ? [] : [{ label: t('admin.help.title'), url: helpUrl('README') }],
    styles: ['admin/help.css'],
    body: html`<div class="adm-help" lang="en" dir="ltr">${onThisPage(req, page)}<article class="adm-help-text">${raw(page.body)}</article></div>`,
  };
}

/** The headings of a long page. @param {Request} req @param {GuidePage} page */
function onThisPage({ ctx: { t, locale } }, { headings }) {
  const parts = headings.filter(({ depth }) => depth === 2);
  if (parts.length < 3) return null;
  return html`<nav class="adm-help-parts" aria-labelledby="help-parts"><h2 class="adm-nav-label" id="help-parts" lang="${locale}">${t('admin.help.parts')}</h2>
    <ul class="list-unstyled m-0">${parts.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}</ul></nav>`;
}
