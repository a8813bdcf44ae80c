import { requireRecentLogin } from '../../../auth/recent-login.js';
import { AppError, phrase } from '@plinth/plugin';
import { createRouter } from '../../../http/router.js';
import { freeName, nameOf } from '../../names.js';
import { adminPage } from '../../page.js';
import { plain, usesOf } from '../../references.js';
import { expectField, noErrors, runEdit, wrongFields } from '../../run-edit.js';
import { roleLabel } from '../../role-labels.js';
import { checked, readSettings, settingsControls } from '../../settings.js';

/** @import { SettingsSchema } from '@plinth/plugin' */
/** @import { App, Request, Response, Routes } from '../../../types.d.ts' */
/** @import { FormErrors } from '../../run-edit.js' */

export const screen = {
  path: '/roles',
  title: 'admin.nav.roles',
  nav: { section: 'people', icon: 'shield-lock', order: 30 },
  routes,
};

/** @type {SettingsSchema} */
const NEW = [
  { name: 'label', type: 'text', label: 'admin.label', required: true, max: 60 },
  { name: 'inherits', type: 'role', label: 'admin.roles.inherits', help: 'admin.roles.inheritsHelp', default: 'user' },
];
/** @type {SettingsSchema} */
const HOME = [{ name: 'home', type: 'page', label: 'admin.roles.home', help: 'admin.pages.homeHelp' }];

/** Roles, what each includes, and where its people arrive. @param {App} app @returns {Routes} */
function routes(app) {
  const router = createRouter();
  // What a role includes is what its people may do.
  router.use(requireRecentLogin());
  router.get('/', (req, res) => showList(app, req, res, {}, noErrors()));
  router.post('/', async (req, res) => {
    const form = await req.form();
    const raw = readSettings(app, req, NEW, form);
    const { values, errors } = checked(NEW, raw, req.ctx.t);
    const again = (/** @type {FormErrors} */ found) => showList(app, req, res, raw, found);
    if (Object.keys(errors).length) return again(wrongFields(errors));
    const name = freeName(nameOf(values.label), (one) => req.ctx.catalog.roles.some((role) => role.name === one));
    const role = { name, label: values.label, inherits: values.inherits ?? null, home: null };
    return runEdit(app, req, res, { edit: 'add-role', input: { role }, form, next: '/admin/roles', again });
  });
  router.get('/:role', (req, res) => showRole(app, req, res, plain(roleOf(req)), noErrors()));
  router.post('/:role', async (req, res) => {
    const role = roleOf(req);
    const form = await req.form();
    const schema = role.builtIn ? HOME : [...NEW, ...HOME];
    const raw = readSettings(app, req, schema, form);
    const { values, errors } = checked(schema, raw, req.ctx.t);
    const again = (/** @type {FormErrors} */ found) => showRole(app, req, res, raw, found, form.get('expect'));
    if (Object.keys(errors).length) return again(wrongFields(errors));
    const changes = {
      home: values.home ?? null,
      ...(!role.builtIn && { label: values.label, inherits: values.inherits ?? null }),
    };
    return runEdit(app, req, res, {
      edit: 'change-role',
      input: { role: role.name, changes },
      form,
      next: '/admin/roles',
      again,
    });
  });
  router.get('/:role/delete', (req, res) => showDelete(app, req, res, noErrors()));
  router.post('/:role/delete', async (req, res) => {
    await runEdit(app, req, res, {
      edit: 'remove-role',
      input: { role: roleOf(req).name },
      form: await req.form(),
      next: '/admin/roles',
      again: (errors) => showDelete(app, req, res, errors),
    });
  });
  return router;
}

/** @param {Request} req */
function roleOf({ params, ctx: { catalog } }) {
  const role = catalog.roles.find((one) => one.name === params.role);
  if (role) return role;
  throw new AppError('ROLE_NOT_FOUND', phrase`There is no role "${params.role}"`, {
    status: 404,
    hint: phrase`Roles here: ${catalog.roles.map((one) => one.name).join(', ')}`,
  });
}

/** @param {App} app @param {Request} req @param {Response} res @param {Record<string, any>} typed @param {FormErrors} errors */
function showList(app, req, res, typed, errors) {
  const { t, catalog } = req.ctx;
  return adminPage(app, req, res, {
    title: t('admin.nav.roles'),
    lead: t('admin.roles.lead'),
    template: 'people/roles',
    errors,
    model: {
      roles: catalog.roles.slice(0, 200).map((role) => ({
        ...role,
        inheritsLabel: role.inherits ? roleLabel(req, role.inherits) : '',
        homeTitle: catalog.pages.find((page) => page.name === role.home)?.title ?? role.home,
        tables: catalog.tables.filter((table) => table.access[role.name]).length,
      })),
      controls: settingsControls(app, req, NEW, { inherits: 'user', ...typed }, { errors: errors.fields }),
    },
  });
}

/**
 * @param {App} app @param {Request} req @param {Response} res @param {Record<string, any>} values @param {FormErrors} errors
 * @param {string | null} [expect]
 */
function showRole(app, req, res, values, errors, expect) {
  const { t, catalog } = req.ctx;
  const role = roleOf(req);
  const schema = role.builtIn ? HOME : [...NEW, ...HOME];
  return adminPage(app, req, res, {
    title: t(role.label),
    icon: 'shield-lock',
    crumbs: [{ label: t('admin.nav.roles'), url: '/admin/roles' }],
    template: 'people/role',
    errors,
    model: {
      role,
      expect: expectField(catalog, role.id, expect),
      controls: settingsControls(app, req, schema, values, { errors: errors.fields }),
      access: catalog.tables
        .filter((table) => table.access[role.name])
        .map((table) => ({
          label: table.label,
          url: `/admin/tables/${table.name}/access`,
          rights: table.access[role.name],
        })),
    },
  });
}

/** @param {App} app @param {Request} req @param {Response} res @param {FormErrors} errors */
function showDelete(app, req, res, errors) {
  const { t, catalog } = req.ctx;
  const role = roleOf(req);
  return adminPage(app, req, res, {
    title: t('admin.deleteNamed', { name: t(role.label) }),
    icon: 'trash',
    crumbs: [{ label: t('admin.nav.roles'), url: '/admin/roles' }],
    template: 'confirm-delete',
    errors,
    model: {
      help: t('admin.roles.deleteHelp', { name: t(role.label) }),
      uses: usesOf(app, catalog, (one) => one.kind === 'role' && one.name === role.name),
      expect: expectField(catalog, role.id),
      action: `/admin/roles/${role.name}/delete`,
      cancel: `/admin/roles/${role.name}`,
    },
  });
}
