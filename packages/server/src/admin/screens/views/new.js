import { createRouter } from '../../../http/router.js';
import { control } from '../../controls.js';
import { freeName, nameOf } from '../../names.js';
import { adminPage } from '../../page.js';
import { noErrors, runEdit, wrongFields } from '../../run-edit.js';

/** @import { App, Form, Request, Response, Routes } from '../../../types.d.ts' */
/** @import { FormErrors } from '../../run-edit.js' */

export const screen = { path: '/views', title: 'admin.views.new', first: true, routes };

/** A new view: what kind, on which table, its label; everything else by the template's defaults. @param {App} app @returns {Routes} */
function routes(app) {
  const router = createRouter();
  router.get('/new', (req, res) => show(app, req, res, null, noErrors()));
  router.post('/new', async (req, res) => {
    const form = await req.form();
    const again = (/** @type {FormErrors} */ errors) => show(app, req, res, form, errors);
    const { view, errors } = readView(app, req, form);
    if (Object.keys(errors).length || !view) return again(wrongFields(errors));
    return runEdit(app, req, res, {
      edit: 'add-view',
      input: { view },
      form,
      next: `/admin/views/${view.name}`,
      again,
    });
  });
  return router;
}

/** @param {App} app @param {Request} req @param {Form} form */
function readView(app, { ctx: { t, catalog } }, form) {
  /** @type {Record<string, string>} */
  const errors = {};
  const template = app.registry.viewTemplate(form.get('template') ?? 'list');
  const tableName = form.get('table') || null;
  const table = tableName ? catalog.table(tableName) : null;
  const label = (form.get('label') ?? '').trim();
  if (!label) errors.label = t('admin.labelMissing');
  if (template.needsTable && !table) errors.table = t('admin.views.tableMissing');
  if (Object.keys(errors).length) return { view: null, errors };
  const wanted = (form.get('name') ?? '').trim() || nameOf(label);
  const name = form.get('name') ? wanted : freeName(wanted, (one) => catalog.hasView(one));
  const links = Object.fromEntries(
    ['list', 'show', 'edit'].flatMap((kind) => {
      const other = catalog.views.find((view) => view.table === tableName && view.template === kind);
      return other ? [[kind, other.name]] : [];
    }),
  );
  const config =
    table || !template.needsTable
      ? template.defaults(/** @type {any} */ (table), { catalog, registry: app.registry, links })
      : {};
  return {
    errors,
    view: {
      name,
      label,
      description: '',
      app: table?.app ?? null,
      template: template.name,
      table: tableName,
      roles: [],
      config,
    },
  };
}

/** @param {App} app @param {Request} req @param {Response} res @param {Form | null} form @param {FormErrors} errors */
function show(app, req, res, form, errors) {
  const { t, catalog } = req.ctx;
  const chosen = form?.get('template') ?? req.query.get('template') ?? 'list';
  return adminPage(app, req, res, {
    title: t('admin.views.new'),
    icon: 'layout-list',
    crumbs: [{ label: t('admin.nav.views'), url: '/admin/views' }],
    template: 'views/new',
    errors,
    model: {
      templates: app.registry.all('viewTemplate').map((one) => ({
        name: one.name,
        label: t(one.label),
        description: t(one.description),
        icon: one.icon,
        chosen: one.name === chosen,
      })),
      controls: [
        control({
          name: 'table',
          label: t('admin.kind.table'),
          type: 'select',
          value: form?.get('table') ?? req.query.get('table'),
          options: [
            { value: '', label: t('admin.none') },
            ...catalog.tables.map(({ name, label }) => ({ value: name, label })),
          ],
          error: errors.fields.table,
        }),
        control({
          name: 'label',
          label: t('admin.label'),
          value: form?.get('label'),
          required: true,
          error: errors.fields.label,
          attrs: { maxlength: 80, autocomplete: 'off' },
        }),
        control({
          name: 'name',
          label: t('admin.name'),
          value: form?.get('name'),
          help: t('admin.views.nameHelp'),
          error: errors.fields.name,
          attrs: { maxlength: 62, autocomplete: 'off' },
        }),
      ],
    },
  });
}
