import { html } from '@plinth/plugin';
import { openForm, partsFor, renderAdmin, routed, shows } from '../../frame/index.js';
import { templateOf } from '../views/list.js';
import { buildAddress } from '../../objects/build-address.js';

/** @import { Request, Shown } from '../../types.d.ts' */

/** Jump to a table, a view or a page: the palette's list, or a screen without JavaScript. */
export const screen = { path: '/search', title: 'admin.jump.title', routes: routed({ 'GET /': shows(show) }) };

const MOST = 30;

/** @param {Request} req @returns {Shown} */
function show(req) {
  const { t } = req.ctx;
  const { icon, list } = partsFor(req);
  const q = req.query.get('q') ?? '';
  const found = find(req, q);
  if (req.query.has('part')) return renderAdmin(req, 'site/search-results', { found });
  const lines = found.map(
    (one) => html`<li class="list-group-item"><a href="${one.url}">${icon(one.icon)} ${one.label}</a>
      <span class="text-secondary">${one.detail}</span></li>`,
  );
  const none = html`<li class="list-group-item text-secondary">${t('admin.nothingFound')}</li>`;
  return {
    title: t('admin.jump.title'),
    body: html`${openForm({ class: 'mb-3 adm-inline', method: 'get', attrs: { role: 'search' } })}
      <input class="form-control" type="search" name="q" value="${q}" aria-label="${t('admin.jump.title')}">
      <button class="btn btn-primary">${t('admin.search')}</button></form>${list(lines.length > 0 ? lines : [none])}`,
  };
}

/** @param {Request} req @param {string} q */
function find(req, q) {
  const { t, catalog, app } = req.ctx;
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const all = [
    ...catalog.tables.map(({ name, label, icon }) => ({
      label,
      name,
      icon: icon || 'table',
      url: `/admin/tables/${name}/data`,
      detail: t('admin.kind.table'),
    })),
    ...catalog.views.map((view) => ({
      label: view.label || view.name,
      name: view.name,
      icon: 'layout-list',
      url: buildAddress('view', view.name),
      detail: `${t('admin.kind.view')} · ${templateOf(req, view).label}`,
    })),
    ...catalog.pages.map(({ name, title }) => ({
      label: title,
      name,
      icon: 'file-text',
      url: buildAddress('page', name),
      detail: t('admin.kind.page'),
    })),
    ...catalog.pieces.map(({ name, label }) => ({
      label: label || name,
      name,
      icon: 'puzzle',
      url: buildAddress('piece', name),
      detail: t('admin.kind.piece'),
    })),
    ...app.screens.areas().map(({ area, title }) => ({
      label: t(title),
      name: area,
      icon: 'arrow-right',
      url: `/admin/${area}`,
      detail: t('admin.kind.screen'),
    })),
  ];
  return all
    .filter((one) => words.every((word) => `${one.label} ${one.name} ${one.detail}`.toLowerCase().includes(word)))
    .slice(0, MOST);
}
