import { html } from '@plinth/plugin';
import { createRouter } from '../../../http/router.js';
import { control } from '../../controls.js';
import { appPreview } from '../../app-preview.js';
import { adminPage } from '../../page.js';
import { expectField, noErrors, runEdit } from '../../run-edit.js';

/** @import { App, Request, Response, Routes } from '../../../types.d.ts' */
/** @import { FormErrors } from '../../run-edit.js' */

export const screen = {
  path: '/apps',
  title: 'admin.nav.apps',
  nav: { section: 'site', icon: 'apps', order: 10 },
  routes,
};

/** The apps on this server: export, removal; new ones from the gallery or a file. @param {App} app @returns {Routes} */
function routes(app) {
  const router = createRouter();
  router.get('/', (req, res) => showList(app, req, res));
  router.get('/:app/export', async (req, res) => {
    const rows = req.query.get('rows') !== '0';
    const document = await app.data.apps.export(req.ctx.author, req.params.app, { rows });
    res.html(app.data.apps.text(document), {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': `attachment; filename="${req.params.app.replace(/[^a-z0-9_-]/gi, '_')}.plinth.json"`,
      },
    });
  });
  router.get('/:app/delete', (req, res) => showDelete(app, req, res, noErrors()));
  router.post('/:app/delete', async (req, res) => {
    await runEdit(app, req, res, {
      edit: 'remove-app',
      input: { app: req.params.app },
      form: await req.form(),
      next: '/admin/apps',
      again: (errors) => showDelete(app, req, res, errors),
    });
  });
  return router;
}

/** @param {App} app @param {Request} req @param {Response} res */
function showList(app, req, res) {
  const { t, catalog } = req.ctx;
  const count = (/** @type {readonly { app: string | null }[]} */ list, /** @type {string} */ name) =>
    list.filter((one) => one.app === name).length;
  return adminPage(app, req, res, {
    title: t('admin.nav.apps'),
    lead: t('admin.apps.lead'),
    template: 'site/apps',
    actions: html`<a class="btn" href="/admin/apps/import">${app.views.icon('file-import')} ${t('admin.apps.import')}</a>`,
    model: {
      apps: catalog.apps.slice(0, 200).map((one) => ({
        ...one,
        tables: count(catalog.tables, one.name),
        views: count(catalog.views, one.name),
        pages: count(catalog.pages, one.name),
      })),
      gallery: app.registry.all('starterApp').map((document) => ({
        ...document.app,
        label: t(document.app.label),
        description: t(document.app.description),
        preview: appPreview(document, t),
        installed: catalog.apps.some((one) => one.name === document.app.name),
      })),
    },
  });
}

/** @param {App} app @param {Request} req @param {Response} res @param {FormErrors} errors */
function showDelete(app, req, res, errors) {
  const { t, catalog } = req.ctx;
  const found = catalog.apps.find((one) => one.name === req.params.app);
  if (!found) return res.redirect('/admin/apps');
  const mine = (/** @type {{ app: string | null }} */ one) => one.app === found.name;
  const objects = [
    ...catalog.tables
      .filter(mine)
      .map((one) => ({ kind: 'table', label: one.label, url: `/admin/tables/${one.name}/data`, at: [] })),
    ...catalog.views
      .filter(mine)
      .map((one) => ({ kind: 'view', label: one.label || one.name, url: `/admin/views/${one.name}`, at: [] })),
    ...catalog.pages
      .filter(mine)
      .map((one) => ({ kind: 'page', label: one.title, url: `/admin/pages/${one.name}`, at: [] })),
  ];
  return adminPage(app, req, res, {
    title: t('admin.deleteNamed', { name: found.label }),
    icon: 'trash',
    crumbs: [{ label: t('admin.nav.apps'), url: '/admin/apps' }],
    template: 'site/delete-app',
    errors,
    model: {
      help: t('admin.apps.deleteHelp', { name: found.label }),
      objects: objects.slice(0, 100),
      expect: expectField(catalog, found.id),
      action: `/admin/apps/${found.name}/delete`,
    },
  });
}

/** @param {Request} req @param {string} value @param {string | undefined} error */
export const prefixControl = ({ ctx: { t } }, value, error) =>
  control({
    name: 'prefix',
    label: t('admin.apps.prefix'),
    help: t('admin.apps.prefixHelp'),
    value,
    error,
    attrs: { maxlength: 20, autocomplete: 'off' },
  });
