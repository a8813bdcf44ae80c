import { html } from '@plinth/plugin';
import { createRouter } from '../../../http/router.js';
import { freeName } from '../../names.js';
import { adminPage } from '../../page.js';
import { noErrors, runEdit } from '../../run-edit.js';
import { tableUrl } from '../tables/table-page.js';

/** @import { Catalog } from '@plinth/plugin' */
/** @import { App, Request, Response, Routes } from '../../../types.d.ts' */
/** @import { FormErrors } from '../../run-edit.js' */

export const screen = { path: '/users', title: 'admin.further.title', first: true, routes };

const NONE = { read: 'none', create: 'none', update: 'none', delete: 'none' };
const PERSON = 'person';

/** @param {Catalog} catalog */
export const profileTable = (catalog) => catalog.tables.find((table) => table.person) ?? null;

/**
 * What is known of users besides name and address: a table like any other, one row for each person.
 *
 * @param {App} app @returns {Routes}
 */
function routes(app) {
  const router = createRouter();
  router.get('/further-fields', (req, res) => {
    const table = profileTable(req.ctx.catalog);
    return table ? res.redirect(tableUrl(table.name, 'fields')) : show(app, req, res, noErrors());
  });
  router.post('/further-fields', async (req, res) => {
    const { t, catalog } = req.ctx;
    const name = freeName('profiles', (/** @type {string} */ taken) => catalog.hasTable(taken));
    await runEdit(app, req, res, {
      edit: 'add-table',
      input: tableFor(t, name),
      form: await req.form(),
      next: tableUrl(name, 'fields'),
      again: (errors) => show(app, req, res, errors),
    });
  });
  // The row of one person; there is one as soon as somebody asks for it.
  router.post('/:id/further-fields', async (req, res) => {
    const { actor, catalog } = req.ctx;
    const table = profileTable(catalog);
    if (!table?.person) return res.redirect('/admin/users/further-fields');
    const { id: person } = await app.data.people.users.get(actor, req.params.id);
    const spec = { table: table.name, select: [], where: { field: table.person, op: 'eq', value: person }, limit: 1 };
    const [{ rows }] = await app.data.select(actor, [{ spec: /** @type {any} */ (spec), params: {} }]);
    const { id } = rows[0] ?? (await app.data.rows.insert(actor, table.name, { [table.person]: person }));
    return res.redirect(tableUrl(table.name, 'data', String(id)));
  });
  return router;
}

/** People see and change their own row until the rights of the table say something else. @param {Request['ctx']['t']} t @param {string} name */
function tableFor(t, name) {
  const fields = [
    {
      name: PERSON,
      label: t('admin.further.person'),
      type: 'one_to_one',
      required: true,
      attributes: { table: 'users' },
    },
  ];
  const own = { rule: `row.${PERSON} == user.id` };
  const access = { user: { ...NONE, read: 'own', create: own, update: 'own' } };
  const table = {
    name,
    label: t('admin.further.table'),
    icon: 'user-edit',
    fields,
    display: PERSON,
    owner: PERSON,
    person: PERSON,
    access,
  };
  return table;
}

/** @param {App} app @param {Request} req @param {Response} res @param {FormErrors} errors */
function show(app, req, res, errors) {
  const { t } = req.ctx;
  return adminPage(app, req, res, {
    title: t('admin.further.title'),
    crumbs: [{ label: t('admin.nav.users'), url: '/admin/users' }],
    template: 'people/further-fields',
    errors,
  });
}

export const furtherLink = (/** @type {App} */ app, /** @type {Request} */ req) =>
  html`<a class="btn" href="/admin/users/further-fields">${app.views.icon('user-edit')} ${req.ctx.t('admin.further.title')}</a>`;
