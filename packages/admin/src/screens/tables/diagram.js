import { attrs, html } from '@plinth/plugin';
import { partsFor, routed, shows } from '../../frame/index.js';
import { drawDiagram } from '../../diagram/draw.js';

/** @import { AdminPage, Request } from '../../types.d.ts' */

/** A drawing of the tables and their relations; of one app if there are several. */
export const screen = { path: '/diagram', title: 'admin.diagram.title', routes: routed({ 'GET /': shows(show) }) };

const MOST = 150;

/** @param {Request} req @returns {AdminPage} */
function show(req) {
  const { t, catalog } = req.ctx;
  const chosen = catalog.apps.find((one) => one.name === req.query.get('app'))?.name ?? null;
  const tables = catalog.tables.filter((table) => (chosen ? table.app === chosen : true) && !table.system);
  const pointed = tables.some((table) => table.fields.some((field) => field.target === 'users' && !field.auto));
  const users = pointed ? catalog.tables.filter((table) => table.name === 'users') : [];
  const title = t('admin.diagram.title');
  const more = (/** @type {number} */ count) => t('admin.diagram.more', { count });
  const left = tables.length - MOST;
  const none = html`<div class="empty"><div class="empty-icon">${partsFor(req).icon('sitemap')}</div>
    <p class="empty-title">${t('admin.tables.empty')}</p><a class="btn btn-primary" href="/admin/tables">${t('admin.tables.new')}</a></div>`;
  const drawing = html`<div class="card adm-diagram-wrap" tabindex="0" role="region" aria-label="${title}">${drawDiagram(
    [...users, ...tables.slice(0, MOST)],
    { title, more },
  )}</div>${left > 0 && html`<p class="text-secondary mt-2">${t('admin.diagram.left', { count: left })}</p>`}`;
  return {
    title,
    icon: 'sitemap',
    lead: t('admin.diagram.lead'),
    wide: true,
    crumbs: [{ label: t('admin.nav.tables'), url: '/admin/tables' }],
    body: html`${catalog.apps.length > 1 && appLinks(req, chosen)}${tables.length === 0 ? none : drawing}`,
  };
}

/** @param {Request} req @param {string | null} chosen */
function appLinks({ ctx: { t, catalog } }, chosen) {
  const link = (/** @type {string} */ href, /** @type {string} */ label, /** @type {boolean} */ isOpen) =>
    html`<a${attrs({ class: `nav-link${isOpen ? ' active' : ''}`, href, 'aria-current': isOpen && 'page' })}>${label}</a>`;
  return html`<nav class="nav nav-pills mb-3" aria-label="${t('admin.nav.apps')}">${link(
    '/admin/diagram',
    t('admin.diagram.all'),
    !chosen,
  )}${catalog.apps.map(({ name, label }) => link(`?app=${name}`, label, name === chosen))}</nav>`;
}
