import { compareTexts, html } from '@plinth/plugin';
import { backupLine } from '../../frame/backup-state.js';
import { ALERT, inputs, pageOf, partsFor, routed, saves, shows } from '../../frame/index.js';
import { addTable } from './add-table.js';
import { tableUrl } from './table-page.js';

/** @import { Table } from '@plinth/plugin' */
/** @import { AdminPage, Request, Tried } from '../../types.d.ts' */

/** The tables, and adding one by its label. */
export const screen = {
  path: '/tables',
  title: 'admin.nav.tables',
  nav: { section: 'build', icon: 'table', order: 10 },
  routes: routed({ 'GET /': shows(show), 'POST /': saves(addTable, show) }),
};

/** @param {Request} req @param {Tried} tried @returns {Promise<AdminPage>} */
async function show(req, tried) {
  const { t, catalog } = req.ctx;
  const { icon, search, empty, more } = partsFor(req);
  const q = req.query.get('q');
  const compare = compareTexts(catalog.settings.locale);
  const sorted = [...catalog.tables].sort((a, b) => compare(a.label, b.label));
  const found = pageOf(req, sorted, ({ name, label, app }) => `${name} ${label} ${app ?? ''}`);
  const { errors } = tried;
  const label = inputs(req, tried, [
    {
      name: 'label',
      label: 'admin.tables.newLabel',
      required: true,
      bare: true,
      error: errors.fields.label ?? errors.fields.name,
      attrs: { placeholder: t('admin.tables.newPlaceholder'), maxlength: 80, autocomplete: 'off' },
    },
  ]);
  return {
    title: t('admin.nav.tables'),
    lead: t('admin.tables.lead'),
    oneField: true,
    errors,
    actions: html`<a class="btn" href="/admin/diagram">${icon('sitemap')} ${t('admin.diagram.title')}</a>
      <a class="btn" href="/admin/start/csv">${icon('file-import')} ${t('admin.tables.fromCsv')}</a>`,
    body: html`${ALERT}${await backupLine(req)}<div class="card adm-new mb-3"><form class="card-body adm-inline" method="post" action="/admin/tables">${label}
      <button class="btn btn-primary">${icon('plus')} ${t('admin.tables.new')}</button></form></div>
      ${(found.items.length > 12 || q || found.more) && search(t('admin.filter'))}
      ${
        found.items.every(({ system }) => system) &&
        empty('table', t(q ? 'admin.nothingFound' : 'admin.tables.empty'), q ? '' : t('admin.tables.emptyHelp'))
      }
      <ul class="adm-cards">${found.items.map((table) => card(req, table))}</ul>${more(found.more, 'mt-3')}`,
  };
}

/** @param {Request} req @param {Table} table */
function card(req, { name, label, icon: picture, fields, system, app, access }) {
  const { t, catalog } = req.ctx;
  const { icon, badge } = partsFor(req);
  const isOpen = Object.values(access).some(({ read }) => read !== 'none');
  const appLabel = catalog.apps.find((one) => one.name === app)?.label;
  const views = catalog.views.filter((view) => view.table === name).length;
  const counts = `${t('admin.tables.fields', { count: fields.length })} · ${t('admin.tables.views', { count: views })}`;
  return html`<li class="card adm-card-link"><span class="adm-card-icon">${icon(picture || 'table')}</span><div class="adm-card-text">
    <h2 class="adm-card-title"><a href="${tableUrl(name, 'data')}">${label}</a></h2>
    <p class="text-secondary mb-1"><code>${name}</code> · ${counts}</p>
    <div class="adm-badges">${system && badge(t('admin.tables.system'))}${appLabel && badge(appLabel)}${
      !isOpen && !system && html`<span class="badge">${icon('lock')} ${t('admin.tables.closed')}</span>`
    }</div></div></li>`;
}
