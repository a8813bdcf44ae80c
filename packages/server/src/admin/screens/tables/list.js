import { html } from '@plinth/plugin';
import { createRouter } from '../../../http/router.js';
import { control } from '../../controls.js';
import { adminPage } from '../../page.js';
import { pageOf } from '../../paging.js';
import { noErrors } from '../../run-edit.js';
import { addTable } from './add-table.js';
import { tableUrl } from './table-page.js';

/** @import { App, Form, Request, Response, Routes } from '../../../types.d.ts' */
/** @import { FormErrors } from '../../run-edit.js' */

export const screen = {
  path: '/tables',
  title: 'admin.nav.tables',
  nav: { section: 'build', icon: 'table', order: 10 },
  routes,
};

/** The tables, and a new one by naming it. @param {App} app @returns {Routes} */
function routes(app) {
  const router = createRouter();
  router.get('/', (req, res) => show(app, req, res, null, noErrors()));
  router.post('/', (req, res) => addTable(app, req, res, show));
  return router;
}

/** @param {App} app @param {Request} req @param {Response} res @param {Form | null} form @param {FormErrors} errors */
function show(app, req, res, form, errors) {
  const { t, catalog } = req.ctx;
  const q = req.query.get('q');
  const found = pageOf([...catalog.tables].sort(byLabel), {
    q,
    after: req.query.get('after'),
    words: (table) => `${table.name} ${table.label} ${table.app ?? ''}`,
  });
  return adminPage(app, req, res, {
    title: t('admin.nav.tables'),
    lead: t('admin.tables.lead'),
    template: 'tables/list',
    oneField: true,
    errors,
    actions: html`<a class="btn" href="/admin/diagram">${app.views.icon('sitemap')} ${t('admin.diagram.title')}</a>
      <a class="btn" href="/admin/start/csv">${app.views.icon('file-import')} ${t('admin.tables.fromCsv')}</a>`,
    model: {
      q,
      more: found.more,
      tables: found.items.map((table) => ({
        ...table,
        url: tableUrl(table.name, 'data'),
        fieldCount: table.fields.length,
        viewCount: catalog.views.filter((view) => view.table === table.name).length,
        appLabel: catalog.apps.find((one) => one.name === table.app)?.label ?? null,
        open: Object.values(table.access).some((access) => access.read !== 'none'),
      })),
      control: newTableControl(req, form, errors),
    },
  });
}

/** @param {Request} req @param {Form | null} form @param {FormErrors} errors */
function newTableControl({ ctx: { t } }, form, errors) {
  return control({
    name: 'label',
    label: t('admin.tables.newLabel'),
    value: form?.get('label') ?? '',
    error: errors.fields.label ?? errors.fields.name,
    required: true,
    bare: true,
    attrs: { placeholder: t('admin.tables.newPlaceholder'), maxlength: 80, autocomplete: 'off' },
  });
}

/** @param {{ label: string }} a @param {{ label: string }} b */
const byLabel = (a, b) => a.label.localeCompare(b.label);
