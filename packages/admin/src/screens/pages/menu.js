import { AppError, attrs, html } from '@plinth/plugin';
import {
  expectField,
  listScreen,
  openForm,
  partsFor,
  roleLabel,
  routed,
  savesSettings,
  shows,
  wrongFields,
} from '../../frame/index.js';
import { plain } from '../../objects/references.js';
import { addItem, changeItem, changeItems, findItem, menuLines } from './menu-items.js';

/** @import { MenuItem, SettingsSchema, Values } from '@plinth/plugin' */
/** @import { AdminPage, Form, Outcome, Request, Tried } from '../../types.d.ts' */

/** Screens with a button that adds their object to the menu. */
const EDITOR = /^\/admin\/(build\/)?(page|view)s\/[a-z][a-z0-9_]*$/;
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

const LIST = listScreen({
  title: 'admin.nav.menu',
  lead: 'admin.menu.lead',
  icon: 'menu-2',
  empty: 'admin.menu.empty',
  of: (req) => menuLines(itemsOf(req)),
  list: (req, lines) => {
    const { catalog } = req.ctx;
    const form = openForm({ class: 'card mb-4', action: '/admin/menu/change' });
    return html`${form}${expectField(catalog, catalog.menu.id)}
      <ul class="list-group list-group-flush">${lines.map((line) => lineOf(req, line))}</ul></form>`;
  },
  add: {
    url: '/admin/menu',
    heading: 'admin.menu.new',
    label: 'admin.menu.add',
    schema: ITEM,
    save: (req, values, form) => save(req, values, form, addItem),
  },
  posts: { '/change': change },
});

/** The site's menu. */
export const screen = {
  path: '/menu',
  title: 'admin.nav.menu',
  help: 'guide/pages',
  nav: { section: 'build', icon: 'menu-2', order: 40 },
  routes: routed({
    ...LIST,
    'GET /:id': shows(showItem),
    'POST /:id': savesSettings(
      ITEM,
      (req, values, form) => {
        const { id } = itemOf(req);
        return save(req, values, form, (items, item) => changeItem(items, id, item));
      },
      showItem,
    ),
  }),
};

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

/** @param {Request} req @param {Form} form @returns {Outcome} */
function change(req, form) {
  const [op, id = ''] = (form.get('op') ?? '').split(':');
  return { edit: 'change-menu', input: { items: changeItems(itemsOf(req), op, id) }, next: '/admin/menu' };
}

/**
 * @param {Request} req @param {Values} values @param {Form} form @param {(items: MenuItem[], item: Omit<MenuItem, 'id'>) => MenuItem[]} put
 * @returns {Outcome}
 */
function save(req, values, form, put) {
  const { t, catalog } = req.ctx;
  /** @type {Record<string, string>} */
  const errors = {};
  const { kind = 'page', page, view, url, roles = [], icon } = values;
  const target = { page, view, link: url }[/** @type {'page'} */ (kind)];
  const title = {
    page: catalog.pages.find((one) => one.name === page)?.title,
    view: catalog.views.find((one) => one.name === view)?.label,
  };
  const label = values.label || title[/** @type {'page'} */ (kind)] || (kind === 'admin' ? t('admin.frame.nav') : '');
  if (!label) errors.label = t('admin.labelMissing');
  if (['page', 'view', 'link'].includes(kind) && !target)
    errors[kind === 'link' ? 'url' : kind] = t('admin.menu.targetMissing');
  if (Object.keys(errors).length) return { errors: wrongFields(errors) };
  const item = { kind, label, ...(icon && { icon }), ...(target && { target }), roles };
  const back = form.get('return') ?? '';
  return {
    edit: 'change-menu',
    input: { items: put(itemsOf(req), item) },
    next: EDITOR.test(back) ? back : '/admin/menu',
  };
}

/** @param {Request} req @param {MenuItem & { depth: number, first: boolean, last: boolean, afterGroup: boolean }} line */
function lineOf(req, { id, kind, label, icon: name, target = '', roles = [], depth, first, last, afterGroup }) {
  const { t, catalog } = req.ctx;
  const { icon, badge } = partsFor(req);
  const isGone = (kind === 'page' && !catalog.hasPage(target)) || (kind === 'view' && !catalog.hasView(target));
  /** @type {[string, string, string, boolean][]} */
  const steps = [
    ['up', 'arrow-up', 'admin.moveUp', first],
    ['down', 'arrow-down', 'admin.moveDown', last],
    ['into', 'indent-increase', 'admin.menu.into', !afterGroup],
    ['out', 'indent-decrease', 'admin.menu.out', depth === 0],
    ['remove', 'trash', 'admin.deleteNamed', false],
  ];
  const buttons = steps.map(
    ([op, picture, says, isOff]) =>
      html`<button class="btn btn-icon btn-sm btn-ghost-secondary" name="op" value="${op}:${id}"${attrs({
        'aria-label': t(says, { name: label }),
        disabled: isOff,
      })}>${icon(picture)}</button>`,
  );
  return html`<li class="list-group-item adm-menu-line d-flex align-items-center adm-menu-${depth}">
    <span class="text-secondary">${icon(name || (kind === 'group' ? 'folder' : 'point'))}</span>
    <div class="flex-fill"><a class="fw-medium" href="/admin/menu/${id}">${label}</a>
      <span class="text-secondary small">${t(`admin.menu.kind.${kind}`)}${target && `: ${target}`}</span>
      ${isGone && badge(t('admin.menu.gone'), 'bg-danger-lt')}
      ${roles.map((role) => html`${badge(roleLabel(req, role))} `)}</div>
    <span class="text-nowrap">${buttons}</span></li>`;
}

/** @param {Request} req @param {Tried} tried @returns {AdminPage} */
function showItem(req, tried) {
  const { t, catalog } = req.ctx;
  const item = itemOf(req);
  return {
    title: item.label,
    icon: 'menu-2',
    crumbs: [{ label: t('admin.nav.menu'), url: '/admin/menu' }],
    errors: tried.errors,
    body: partsFor(req).form({
      action: `/admin/menu/${item.id}`,
      submit: t('admin.save'),
      of: catalog.menu.id,
      schema: ITEM,
      values: valuesOf(item),
      tried,
    }),
  };
}
