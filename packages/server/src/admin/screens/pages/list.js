import { node } from '@plinth/plugin';
import { createRouter } from '../../../http/router.js';
import { control } from '../../controls.js';
import { freeName, nameOf } from '../../names.js';
import { adminPage } from '../../page.js';
import { pageOf } from '../../paging.js';
import { roleLabel } from '../../role-labels.js';
import { expectField, noErrors, runEdit } from '../../run-edit.js';

/** @import { App, Form, Request, Response, Routes } from '../../../types.d.ts' */
/** @import { FormErrors } from '../../run-edit.js' */

export const screen = {
  path: '/pages',
  title: 'admin.nav.pages',
  nav: { section: 'build', icon: 'file-text', order: 30 },
  first: true,
  routes,
};

/** All pages, a new one by its title, and which is whose home. @param {App} app @returns {Routes} */
function routes(app) {
  const router = createRouter();
  router.get('/', (req, res) => show(app, req, res, null, noErrors()));
  router.post('/', async (req, res) => {
    const form = await req.form();
    const title = (form.get('title') ?? '').trim();
    const name = freeName(nameOf(title) || 'page', (one) => req.ctx.catalog.hasPage(one));
    const layout = node('stack', {}, [node('heading', { text: title, level: '1' })]);
    await runEdit(app, req, res, {
      edit: 'add-page',
      input: { page: { name, title, description: '', app: null, roles: [], layout } },
      form,
      next: `/admin/pages/${name}`,
      again: (errors) => show(app, req, res, form, errors),
    });
  });
  router.post('/home', async (req, res) => {
    const form = await req.form();
    const { catalog, t } = req.ctx;
    const edits = catalog.roles
      .filter((role) => form.has(`home.${role.name}`) && (form.get(`home.${role.name}`) || null) !== role.home)
      .map((role) => ({
        edit: 'change-role',
        input: { role: role.name, changes: { home: form.get(`home.${role.name}`) || null } },
      }));
    if (!edits.length) return res.redirect('/admin/pages');
    return runEdit(app, req, res, {
      edit: 'batch',
      input: { summary: t('admin.pages.homeSummary'), edits },
      form,
      next: '/admin/pages',
      again: (errors) => show(app, req, res, null, errors),
    });
  });
  return router;
}

/** @param {App} app @param {Request} req @param {Response} res @param {Form | null} form @param {FormErrors} errors */
function show(app, req, res, form, errors) {
  const { t, catalog } = req.ctx;
  const q = req.query.get('q');
  const found = pageOf(catalog.pages, {
    q,
    after: req.query.get('after'),
    words: (page) => `${page.name} ${page.title}`,
  });
  return adminPage(app, req, res, {
    title: t('admin.nav.pages'),
    lead: t('admin.pages.lead'),
    template: 'pages/list',
    oneField: true,
    errors,
    model: {
      q,
      more: found.more,
      pages: found.items.map((page) => ({
        ...page,
        url: `/admin/pages/${page.name}`,
        roleLabels: page.roles.map((role) => roleLabel(req, role)),
        homeOf: catalog.roles.filter((role) => role.home === page.name).map((role) => t(role.label)),
      })),
      control: control({
        name: 'title',
        label: t('admin.pages.title'),
        bare: true,
        required: true,
        value: form?.get('title'),
        error: errors.fields.title ?? errors.fields.name,
        attrs: { placeholder: t('admin.pages.newPlaceholder'), maxlength: 120, autocomplete: 'off' },
      }),
      homes: catalog.roles.map((role) => ({
        expect: expectField(catalog, role.id),
        name: `home.${role.name}`,
        label: t(role.label),
        home: role.home,
        options: [
          { value: '', label: t('admin.none') },
          ...catalog.pages.map((page) => ({ value: page.name, label: page.title })),
        ],
      })),
    },
  });
}
