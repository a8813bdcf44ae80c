import { createRouter } from '../../../http/router.js';
import { control, formAlert } from '../../controls.js';
import { expectField, noErrors, runEdit } from '../../run-edit.js';
import { tablePage, tableUrl } from './table-page.js';

/** @import { Table } from '@plinth/plugin' */
/** @import { App, Form, Request, Response, Routes } from '../../../types.d.ts' */
/** @import { FormErrors } from '../../run-edit.js' */

export const screen = { path: '/tables', title: 'admin.table.tab.access', routes };

const RIGHTS = /** @type {const} */ (['read', 'create', 'update', 'delete']);
const LEVELS = {
  read: ['none', 'own', 'all'],
  create: ['none', 'all'],
  update: ['none', 'own', 'all'],
  delete: ['none', 'own', 'all'],
};

/** Who may do what with the rows of a table. @param {App} app @returns {Routes} */
function routes(app) {
  const router = createRouter();
  router.get('/:table/access', (req, res) => show(app, req, res, null, noErrors()));
  router.post('/:table/access', async (req, res) => {
    const table = req.ctx.catalog.table(req.params.table);
    const form = await req.form();
    await runEdit(app, req, res, {
      edit: 'set-access',
      input: { table: table.name, access: readAccess(req, form), owner: form.get('owner') || null },
      form,
      next: tableUrl(table.name, 'access'),
      again: (errors) => show(app, req, res, form, errors),
    });
  });
  return router;
}

/** @param {Request} req @param {Form} form */
function readAccess(req, form) {
  const access = /** @type {Record<string, any>} */ ({});
  for (const role of rolesOf(req)) {
    const rights = Object.fromEntries(
      RIGHTS.map((right) => {
        const level = form.get(`${role.name}.${right}`) ?? 'none';
        return [right, LEVELS[right].includes(level) ? level : 'none'];
      }),
    );
    if (Object.values(rights).some((level) => level !== 'none')) access[role.name] = rights;
  }
  return access;
}

/** Admin passes every check, so it has no row. @param {Request} req */
const rolesOf = (req) => req.ctx.catalog.roles.filter((role) => role.name !== 'admin');

/** @param {App} app @param {Request} req @param {Response} res @param {Form | null} form @param {FormErrors} errors */
function show(app, req, res, form, errors) {
  const { t, catalog } = req.ctx;
  const table = catalog.table(req.params.table);
  const access = form ? readAccess(req, form) : table.access;
  const owner = form ? form.get('owner') : table.owner;
  return tablePage(app, req, res, table, {
    tab: 'access',
    template: 'tables/access',
    status: errors.status,
    model: {
      alert: formAlert(errors),
      rights: RIGHTS,
      roles: rolesOf(req).map((role) => ({
        ...role,
        inheritsLabel: catalog.roles.find((one) => one.name === role.inherits)?.label ?? null,
        rights: RIGHTS.map((right) => ({
          right,
          name: `${role.name}.${right}`,
          level: access[role.name]?.[right] ?? 'none',
          levels: LEVELS[right],
        })),
      })),
      owner: control({
        name: 'owner',
        label: t('admin.access.ownerField'),
        type: 'select',
        value: owner,
        options: [{ value: '', label: t('admin.none') }, ...ownerChoices(table)],
        help: t('admin.access.ownerHelp'),
        error: errors.fields.owner,
      }),
      expect: expectField(catalog, table.id, form?.get('expect')),
      action: tableUrl(table.name, 'access'),
    },
  });
}

/** @param {Table} table */
const ownerChoices = (table) =>
  table.fields.filter((field) => field.target === 'users').map((field) => ({ value: field.name, label: field.label }));
