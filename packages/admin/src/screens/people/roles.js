import { ADMIN, html } from '@plinth/plugin';
import { requireRecentLogin } from '@plinth/server/auth';
import { findRole } from './find-role.js';
import { deletion, partsFor, roleLabel, routed, saves, shows } from '../../frame/index.js';
import { expectField } from '../../frame/run-edit.js';
import { readChecked, readSettings, settingsControls } from '../../frame/settings.js';
import { levelKey, RIGHTS } from '../../access/access-form.js';
import { freeName, nameOf } from '../../objects/names.js';
import { plain } from '../../objects/references.js';

/** @import { SettingsSchema } from '@plinth/plugin' */
/** @import { AdminPage, Form, Outcome, Request, Tried } from '../../types.d.ts' */

/** Roles, what each inherits, and their home pages. */
export const screen = {
  path: '/roles',
  title: 'admin.nav.roles',
  nav: { section: 'people', icon: 'shield-lock', order: 30 },
  routes: routed(
    {
      'GET /': shows(showList),
      'POST /': saves(add, showList),
      'GET /:role': shows(showRole),
      'POST /:role': saves(change, showRole),
      ...deletion('/:role/delete', (req) => {
        const { id, name, label } = roleOf(req);
        const { t } = req.ctx;
        return {
          edit: 'remove-role',
          input: { role: name },
          id,
          label: t(label),
          url: `/admin/roles/${name}`,
          next: '/admin/roles',
          crumbs: crumbs(req),
          help: t('admin.roles.deleteHelp', { name: t(label) }),
          points: (one) => one.kind === 'role' && one.name === name,
        };
      }),
    },
    requireRecentLogin(),
  ),
};

/** @type {SettingsSchema} */
const NEW = [
  { name: 'label', type: 'text', label: 'admin.label', required: true, max: 60 },
  { name: 'inherits', type: 'role', label: 'admin.roles.inherits', help: 'admin.roles.inheritsHelp', default: 'user' },
];
/** @type {SettingsSchema} */
const HOME = [{ name: 'home', type: 'page', label: 'admin.roles.home', help: 'admin.pages.homeHelp' }];

/** @param {{ builtIn: boolean }} role */
const schemaOf = ({ builtIn }) => (builtIn ? HOME : [...NEW, ...HOME]);

/** @param {Request} req */
const crumbs = ({ ctx: { t } }) => [{ label: t('admin.nav.roles'), url: '/admin/roles' }];

/** @param {Request} req */
const roleOf = ({ params, ctx: { catalog } }) => findRole(catalog, params.role);

/** @param {Request} req @param {Form} form @returns {Outcome} */
function add(req, form) {
  const { values, wrong } = readChecked(req, NEW, form);
  if (wrong) return { errors: wrong };
  const name = freeName(nameOf(values.label), (one) => req.ctx.catalog.roles.some((role) => role.name === one));
  const role = { name, label: values.label, inherits: values.inherits ?? null, home: null };
  return { edit: 'add-role', input: { role }, next: '/admin/roles' };
}

/** @param {Request} req @param {Form} form @returns {Outcome} */
function change(req, form) {
  const role = roleOf(req);
  const { values, wrong } = readChecked(req, schemaOf(role), form);
  if (wrong) return { errors: wrong };
  const { label, inherits = null, home = null } = values;
  const changes = role.builtIn ? { home } : { home, label, inherits };
  return { edit: 'change-role', input: { role: role.name, changes }, next: '/admin/roles' };
}

/** @param {Request} req @param {Tried} tried @returns {AdminPage} */
function showList(req, { form, errors }) {
  const { t, catalog } = req.ctx;
  const { table, named, badge, form: card } = partsFor(req);
  const tablesOf = (/** @type {string} */ name) => catalog.tables.filter(({ access }) => access[name]).length;
  const typed = form ? readSettings(req, NEW, form) : {};
  const list = table(
    t('admin.nav.roles'),
    [
      {
        label: t('admin.role'),
        cell: ({ name, label, builtIn }) =>
          html`${named(`/admin/roles/${name}`, t(label), name)}${builtIn && html` ${badge(t('admin.tables.system'))}`}`,
      },
      { label: t('admin.roles.inherits'), cell: ({ inherits }) => inherits && roleLabel(req, inherits), folds: true },
      {
        label: t('admin.roles.home'),
        folds: true,
        cell: ({ home }) => catalog.pages.find(({ name }) => name === home)?.title ?? home,
      },
      {
        label: t('admin.roles.rights'),
        folds: true,
        class: 'text-secondary',
        cell: ({ name }) =>
          name === ADMIN ? t('admin.roles.everything') : t('admin.roles.tables', { count: tablesOf(name) }),
      },
    ],
    catalog.roles.slice(0, 200),
  );
  const add = card({
    action: '/admin/roles',
    heading: t('admin.roles.new'),
    submit: t('admin.roles.create'),
    controls: settingsControls(req, NEW, { inherits: 'user', ...typed }, { errors: errors.fields }),
  });
  return { title: t('admin.nav.roles'), lead: t('admin.roles.lead'), errors, body: html`${list}${add}` };
}

/** @param {Request} req @param {Tried} tried @returns {AdminPage} */
function showRole(req, { form, errors }) {
  const { t, catalog } = req.ctx;
  const { table, form: card } = partsFor(req);
  const role = roleOf(req);
  const schema = schemaOf(role);
  const values = form ? readSettings(req, schema, form) : plain(role);
  const action = `/admin/roles/${role.name}`;
  const settings = card({
    class: 'card adm-form mb-3',
    action,
    submit: t('admin.save'),
    expect: expectField(catalog, role.id, form?.get('expect')),
    controls: settingsControls(req, schema, values, { errors: errors.fields }),
    remove: role.builtIn ? undefined : { url: `${action}/delete`, label: t('admin.delete') },
  });
  const tables = catalog.tables.filter(({ access }) => access[role.name]).slice(0, 200);
  const rights = RIGHTS.map((right) => ({
    label: t(`admin.access.${right}`),
    folds: true,
    cell: (/** @type {typeof tables[number]} */ { access }) => {
      const level = access[role.name][right] ?? 'none';
      return typeof level === 'object'
        ? html`${t('admin.access.rule')} <code>${level.rule}</code>`
        : t(levelKey(right, level));
    },
  }));
  const list = table(
    t('admin.roles.rights'),
    [
      {
        label: t('admin.kind.table'),
        cell: ({ name, label }) => html`<a href="/admin/tables/${name}/access">${label}</a>`,
      },
      ...rights,
    ],
    tables,
    { style: '' },
  );
  return {
    title: t(role.label),
    icon: 'shield-lock',
    crumbs: crumbs(req),
    errors,
    body: html`${settings}${tables.length > 0 && html`<h2>${t('admin.roles.rights')}</h2>${list}`}`,
  };
}
