import { createRouter } from '../../../http/router.js';
import { expectField, noErrors, runEdit, wrongFields } from '../../run-edit.js';
import { usesOf } from '../../references.js';
import { checked, readSettings, settingsControls } from '../../settings.js';
import { tablePage, tableUrl } from './table-page.js';

/** @import { SettingsSchema } from '@plinth/plugin' */
/** @import { App, Request, Response, Routes } from '../../../types.d.ts' */
/** @import { FormErrors } from '../../run-edit.js' */

export const screen = { path: '/tables', title: 'admin.table.tab.settings', routes };

/** @type {SettingsSchema} */
const SCHEMA = [
  { name: 'label', type: 'text', label: 'admin.label', required: true, max: 80 },
  { name: 'name', type: 'text', label: 'admin.name', required: true, max: 48, help: 'admin.tables.nameHelp' },
  { name: 'description', type: 'longtext', label: 'admin.description' },
  { name: 'icon', type: 'icon', label: 'admin.icon' },
  { name: 'display', type: 'field', label: 'admin.tables.display', help: 'admin.tables.displayHelp' },
  { name: 'history', type: 'boolean', label: 'admin.tables.history', help: 'admin.tables.historyHelp' },
];

/** Label, name, display field, icon, history; and the end of a table. @param {App} app @returns {Routes} */
function routes(app) {
  const router = createRouter();
  router.get('/:table/settings', (req, res) => {
    const table = req.ctx.catalog.table(req.params.table);
    return show(app, req, res, { ...table }, noErrors());
  });
  router.post('/:table/settings', async (req, res) => {
    const table = req.ctx.catalog.table(req.params.table);
    const form = await req.form();
    const raw = readSettings(app, req, SCHEMA, form, { table });
    const again = (/** @type {FormErrors} */ errors) => show(app, req, res, raw, errors, form.get('expect'));
    const { values, errors } = checked(SCHEMA, raw, req.ctx.t);
    if (Object.keys(errors).length) return again(wrongFields(errors));
    const changes = { description: '', icon: '', display: table.display, ...values, history: values.history === true };
    return runEdit(app, req, res, {
      edit: 'change-table',
      input: { table: table.name, changes },
      form,
      next: tableUrl(values.name, 'settings'),
      again,
    });
  });
  router.get('/:table/delete', (req, res) => showDelete(app, req, res, noErrors()));
  router.post('/:table/delete', async (req, res) => {
    const table = req.ctx.catalog.table(req.params.table);
    await runEdit(app, req, res, {
      edit: 'remove-table',
      input: { table: table.name },
      form: await req.form(),
      next: '/admin/tables',
      again: (errors) => showDelete(app, req, res, errors),
    });
  });
  return router;
}

/**
 * @param {App} app @param {Request} req @param {Response} res @param {Record<string, any>} values @param {FormErrors} errors
 * @param {string | null} [expect]
 */
function show(app, req, res, values, errors, expect) {
  const table = req.ctx.catalog.table(req.params.table);
  return tablePage(app, req, res, table, {
    tab: 'settings',
    template: 'tables/settings',
    errors,
    model: {
      controls: settingsControls(app, req, SCHEMA, values, { table, errors: errors.fields }),
      expect: expectField(req.ctx.catalog, table.id, expect),
      action: tableUrl(table.name, 'settings'),
      remove: tableUrl(table.name, 'delete'),
    },
  });
}

/** @param {App} app @param {Request} req @param {Response} res @param {FormErrors} errors */
function showDelete(app, req, res, errors) {
  const { t, catalog } = req.ctx;
  const table = catalog.table(req.params.table);
  const points = (/** @type {any} */ one) =>
    (one.kind === 'table' && one.name === table.name) || (one.kind === 'field' && one.table === table.name);
  return tablePage(app, req, res, table, {
    tab: 'settings',
    title: t('admin.deleteNamed', { name: table.label }),
    icon: 'trash',
    template: 'confirm-delete',
    errors,
    model: {
      help: t('admin.tables.deleteHelp', { name: table.label }),
      uses: usesOf(app, catalog, points).filter((use) => !use.url.startsWith(`${tableUrl(table.name)}?`)),
      expect: expectField(catalog, table.id),
      action: tableUrl(table.name, 'delete'),
      cancel: tableUrl(table.name, 'settings'),
    },
  });
}
