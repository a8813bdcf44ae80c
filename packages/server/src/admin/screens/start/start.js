import { createRouter } from '../../../http/router.js';
import { appPreview } from '../../app-preview.js';
import { adminPage } from '../../page.js';
import { control } from '../../controls.js';
import { formErrors, noErrors } from '../../run-edit.js';
import { addTable } from '../tables/add-table.js';

/** @import { App, Form, Request, Response, Routes } from '../../../types.d.ts' */
/** @import { FormErrors } from '../../run-edit.js' */

export const screen = { path: '/start', title: 'admin.start.title', routes };

/** The first screen of an empty server: an app, a CSV file, or a table by hand. @param {App} app @returns {Routes} */
function routes(app) {
  const router = createRouter();
  router.get('/', (req, res) => show(app, req, res, null, noErrors()));
  router.post('/app', async (req, res) => {
    const form = await req.form();
    const document = app.registry.all('starterApp').find((one) => one.app.name === form.get('app'));
    if (!document) return res.redirect('/admin/start');
    const { clashes, problems } = await app.data.apps.check(document, {});
    if (clashes.length || problems.length) return res.redirect(`/admin/apps/install/${document.app.name}`);
    try {
      await app.data.apps.install(req.ctx.author, document, { rows: form.has('rows') });
    } catch (error) {
      return show(app, req, res, null, formErrors(error, req.ctx.t));
    }
    res.flash(req.ctx.t('admin.start.installed', { app: req.ctx.t(document.app.label) }));
    return res.redirect('/');
  });
  router.post('/empty', (req, res) => addTable(app, req, res, show));
  return router;
}

/** @param {App} app @param {Request} req @param {Response} res @param {Form | null} form @param {FormErrors} errors */
function show(app, req, res, form, errors) {
  const { t } = req.ctx;
  return adminPage(app, req, res, {
    title: t('admin.start.title'),
    lead: t('admin.start.lead'),
    template: 'start/start',
    oneField: true,
    errors,
    scripts: ['drop'],
    model: {
      apps: app.registry.all('starterApp').map((document) => ({
        name: document.app.name,
        label: t(document.app.label),
        description: t(document.app.description),
        preview: appPreview(document, t),
        tables: document.tables.length,
        views: document.views.length,
      })),
      control: control({
        name: 'label',
        label: t('admin.start.tableName'),
        required: true,
        value: form?.get('label'),
        error: errors.fields.label ?? errors.fields.name,
        attrs: { placeholder: t('admin.start.tableExample'), maxlength: 80, autocomplete: 'off' },
      }),
    },
  });
}
