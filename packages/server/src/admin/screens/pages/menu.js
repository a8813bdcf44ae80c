import { AppError } from '@plinth/plugin';
import { createRouter } from '../../../http/router.js';
import { adminPage } from '../../page.js';
import { plain } from '../../references.js';
import { expectField, noErrors, runEdit, wrongFields } from '../../run-edit.js';
import { checked, readSettings, settingsControls } from '../../settings.js';
import { addItem, changeItem, changeItems, findItem, menuLines } from './menu-items.js';

/** @import { MenuItem, SettingsSchema } from '@plinth/plugin' */
/** @import { App, Form, Request, Response, Routes } from '../../../types.d.ts' */
/** @import { FormErrors } from '../../run-edit.js' */

export const screen = {
  path: '/menu',
  title: 'admin.nav.menu',
  nav: { section: 'build', icon: 'menu-2', order: 40 },
  routes,
};

/** Screens whose button puts what they are about into the menu. */
const EDITOR = /^\/admin\/(page|view)s\/[a-z][a-z0-9_]*$/;
const KINDS = ['page', 'view', 'link', 'group', 'admin'].map((value) => ({ value, label: `admin.menu.kind.${value}` }));
const when = (/** @type {string} */ kind) => ({ name: 'kind', in: [kind] });
/** @type {SettingsSchema} */
const ITEM = [
  { name: 'kind', type: 'select', label: 'admin.menu.kind', options: KINDS, default: 'page' },
  { name: 'page', type: 'page', label: 'admin.kind.page', showIf: when('page') },
  { name: 'view', type: 'view', label: 'admin.kind.view', showIf: when('view') },
  { name: 'url', type: 'url', label: 'admin.menu.url', showIf: when('link') },
  { name: 'label', type: 'text', label: 'admin.label', help: 'admin.menu.labelHelp', max: 80 },
  { name: 'icon', type: 'icon', label: 'admin.icon' },
  { name: 'roles', type: 'roles', label: 'admin.menu.roles', help: 'admin.menu.rolesHelp' },
];

/** The site's menu. @param {App} app @returns {Routes} */
function routes(app) {
  const router = createRouter();
  router.get('/', (req, res) => showMenu(app, req, res, {}, noErrors()));
  router.post('/', (req, res) => save(app, req, res, (items, item) => addItem(items, item), showMenu));
  router.post('/change', async (req, res) => {
    const form = await req.form();
    const [op, id = ''] = (form.get('op') ?? '').split(':');
    await runEdit(app, req, res, {
      edit: 'change-menu',
      input: { items: changeItems(itemsOf(req), op, id) },
      form,
      next: '/admin/menu',
      again: (errors) => showMenu(app, req, res, {}, errors),
    });
  });
  router.get('/:id', (req, res) => showItem(app, req, res, valuesOf(itemOf(req)), noErrors()));
  router.post('/:id', (req, res) => {
    const { id } = itemOf(req);
    return save(app, req, res, (items, item) => changeItem(items, id, item), showItem);
  });
  return router;
}

/** @param {Request} req @returns {MenuItem[]} */
const itemsOf = (req) => plain(req.ctx.catalog.menu).items;

/** @param {Request} req @returns {MenuItem} */
function itemOf(req) {
  const found = findItem(itemsOf(req), req.params.id);
  if (found) return found.list[found.index];
  throw new AppError('MENU_ENTRY_NOT_FOUND', 'This menu entry does not exist', {
    status: 404,
    hint: 'It may have been removed in the meantime',
  });
}

/** @param {MenuItem} item */
function valuesOf({ kind, target, ...item }) {
  return { ...item, kind, ...(target && { [kind === 'link' ? 'url' : kind]: target }) };
}

/**
 * @param {App} app @param {Request} req @param {Response} res
 * @param {(items: MenuItem[], item: Omit<MenuItem, 'id'>) => MenuItem[]} change
 * @param {(app: App, req: Request, res: Response, values: Record<string, any>, errors: FormErrors, expect: string | null) => unknown} show
 */
async function save(app, req, res, change, show) {
  const { t, catalog } = req.ctx;
  const form = await req.form();
  const raw = readSettings(app, req, ITEM, form);
  const { values, errors } = checked(ITEM, raw, req.ctx.t);
  const { kind = 'page', page, view, url, roles = [], icon } = values;
  const target = { page, view, link: url }[/** @type {'page'} */ (kind)];
  const title = {
    page: catalog.pages.find((one) => one.name === page)?.title,
    view: catalog.views.find((one) => one.name === view)?.label,
  };
  const label = values.label || title[/** @type {'page'} */ (kind)] || (kind === 'admin' ? t('admin.frame.nav') : '');
  if (!label) errors.label ??= t('admin.labelMissing');
  if (['page', 'view', 'link'].includes(kind) && !target)
    errors[kind === 'link' ? 'url' : kind] ??= t('admin.menu.targetMissing');
  const again = (/** @type {FormErrors} */ found) => show(app, req, res, raw, found, form.get('expect'));
  if (Object.keys(errors).length) return again(wrongFields(errors));
  const item = { kind, label, ...(icon && { icon }), ...(target && { target }), roles };
  return runEdit(app, req, res, {
    edit: 'change-menu',
    input: { items: change(itemsOf(req), item) },
    form,
    next: EDITOR.test(form.get('return') ?? '') ? (form.get('return') ?? '') : '/admin/menu',
    again,
  });
}

/** @param {App} app @param {Request} req @param {Response} res @param {Record<string, any>} values @param {FormErrors} errors */
function showMenu(app, req, res, values, errors) {
  const { t, catalog } = req.ctx;
  return adminPage(app, req, res, {
    title: t('admin.nav.menu'),
    lead: t('admin.menu.lead'),
    template: 'pages/menu',
    errors,
    model: {
      lines: menuLines(itemsOf(req)).map((line) => ({ ...line, gone: isGone(req, line) })),
      expect: expectField(catalog, catalog.menu.id),
      controls: settingsControls(app, req, ITEM, values, { errors: errors.fields }),
    },
  });
}

/** @param {Request} req @param {MenuItem} item */
function isGone({ ctx: { catalog } }, { kind, target = '' }) {
  return (kind === 'page' && !catalog.hasPage(target)) || (kind === 'view' && !catalog.hasView(target));
}

/**
 * @param {App} app @param {Request} req @param {Response} res @param {Record<string, any>} values @param {FormErrors} errors
 * @param {string | null} [expect]
 */
function showItem(app, req, res, values, errors, expect) {
  const { t, catalog } = req.ctx;
  const item = itemOf(req);
  return adminPage(app, req, res, {
    title: item.label,
    icon: 'menu-2',
    crumbs: [{ label: t('admin.nav.menu'), url: '/admin/menu' }],
    template: 'people/form',
    errors,
    model: {
      expect: expectField(catalog, catalog.menu.id, expect),
      action: `/admin/menu/${item.id}`,
      submit: t('admin.save'),
      controls: [settingsControls(app, req, ITEM, values, { errors: errors.fields })],
    },
  });
}
