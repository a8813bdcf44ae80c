import { compareTexts, html } from '@plinth/plugin';
import { backupLine } from '../../frame/backup-state.js';
import { listScreen, partsFor, routed, task, tasks } from '../../frame/index.js';
import { addTable, NEW_TABLE } from './add-table.js';
import { tableUrl } from './table-page.js';

/** @import { Table } from '@plinth/plugin' */
/** @import { Request } from '../../types.d.ts' */

/** The tables, and adding one by its label. */
export const screen = {
  path: '/tables',
  title: 'admin.nav.tables',
  help: 'guide/tables',
  finds: tasks(task('newTable', '/admin/tables')),
  nav: { section: /** @type {const} */ ('build'), icon: 'table', order: 10 },
  routes: routed(
    listScreen({
      title: 'admin.nav.tables',
      lead: 'admin.tables.lead',
      icon: 'table',
      empty: 'admin.tables.empty',
      add: { url: '/admin/tables', label: 'admin.tables.new', schema: NEW_TABLE, save: addTable },
      actions: (req) => {
        const { icon, t } = partsFor(req);
        return html`<a class="btn" href="/admin/diagram">${icon('sitemap')} ${t('admin.diagram.title')}</a>
          <a class="btn" href="/admin/start/csv">${icon('file-import')} ${t('admin.tables.fromCsv')}</a>`;
      },
      of({ ctx: { catalog } }) {
        const compare = compareTexts(catalog.settings.locale);
        return [...catalog.tables].sort((a, b) => compare(a.label, b.label));
      },
      words: ({ name, label, app }) => `${name} ${label} ${app ?? ''}`,
      above: backupLine,
      list(req, tables) {
        const own = tables.some(({ system }) => !system);
        const { empty, t } = partsFor(req);
        return html`${!own && !req.query.get('q') && empty('table', t('admin.tables.empty'), t('admin.tables.emptyHelp'))}
          <ul class="adm-cards d-grid m-0 list-unstyled mb-3">${tables.map((table) => card(req, table))}</ul>`;
      },
    }),
  ),
};

/** @param {Request} req @param {Table} table */
function card(req, { name, label, icon: picture, fields, system, app, access }) {
  const { t, catalog } = req.ctx;
  const { icon, badge } = partsFor(req);
  const isOpen = Object.values(access).some(({ read }) => read !== 'none');
  const appLabel = catalog.apps.find((one) => one.name === app)?.label;
  const views = catalog.views.filter((view) => view.table === name).length;
  const counts = `${t('admin.tables.fields', { count: fields.length })} · ${t('admin.tables.views', { count: views })}`;
  return html`<li class="card adm-card-link d-flex gap-3"><span class="adm-card-icon">${icon(picture || 'table')}</span><div class="adm-card-text">
    <h2 class="adm-card-title"><a href="${tableUrl(name, 'data')}">${label}</a></h2>
    <p class="text-secondary mb-1"><code>${name}</code> · ${counts}</p>
    <div class="adm-badges">${system && badge(t('admin.tables.system'))}${appLabel && badge(appLabel)}${
      !isOpen && !system && html`<span class="badge">${icon('lock')} ${t('admin.tables.closed')}</span>`
    }</div></div></li>`;
}
