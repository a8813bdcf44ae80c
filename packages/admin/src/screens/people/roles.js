import { ADMIN, html } from '@plinth/plugin';
import { page, role, text } from '@plinth/plugin/settings';
import { requireRecentLogin } from '@plinth/server/auth';
import { findRole } from './find-role.js';
import { column, deletion, listScreen, partsFor, roleLabel, routed, savesSettings, shows } from '../../frame/index.js';
import { levelKey, RIGHTS } from '../../access/access-form.js';
import { freeName, nameOf } from '../../objects/names.js';
import { plain } from '../../objects/references.js';

/** @import { SettingsSchema, Table, Values } from '@plinth/plugin' */
/** @import { AdminPage, Outcome, Request, Tried } from '../../types.d.ts' */

/** @type {SettingsSchema} */
const NEW = [
  text('label', 'admin.label', { required: true, max: 60 }),
  role('inherits', 'admin.roles.inherits', { help: 'admin.roles.inheritsHelp', default: 'user' }),
];
/** @type {SettingsSchema} */
const HOME = [page('home', 'admin.roles.home', { help: 'admin.pages.homeHelp' })];

const LIST = listScreen({
  title: 'admin.nav.roles',
  lead: 'admin.roles.lead',
  icon: 'shield-lock',
  empty: 'admin.nav.roles',
  add: { url: '/admin/roles', heading: 'admin.roles.new', label: 'admin.roles.create', schema: NEW, save: add },
  of: ({ ctx: { catalog } }) => catalog.roles.slice(0, 200),
  columns: (req, { t, named, badge }) => [
    column('admin.role', ({ name, label, builtIn }) => {
      const link = named(`/admin/roles/${name}`, t(label), name);
      return html`${link}${builtIn && html` ${badge(t('admin.tables.system'))}`}`;
    }),
    column('admin.roles.inherits', ({ inherits }) => inherits && roleLabel(req, inherits)),
    column('admin.roles.home', ({ home }) => req.ctx.catalog.pages.find(({ name }) => name === home)?.title ?? home),
    column('admin.roles.rights', ({ name }) => rightsOf(req, name), 'text-secondary'),
  ],
});

/** @param {Request} req @param {string} role */
function rightsOf({ ctx: { t, catalog } }, role) {
  if (role === ADMIN) return t('admin.roles.everything');
  return t('admin.roles.tables', { count: catalog.tables.filter(({ access }) => access[role]).length });
}

/** Roles, what each inherits, and their home pages. */
export const screen = {
  path: '/roles',
  title: 'admin.nav.roles',
  help: 'guide/people#roles',
  nav: { section: 'people', icon: 'shield-lock', order: 30 },
  routes: routed(
    {
      ...LIST,
      'GET /:role': shows(showRole),
      'POST /:role': savesSettings((req) => schemaOf(roleOf(req)), change, showRole),
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

/** @param {{ builtIn: boolean }} role */
const schemaOf = ({ builtIn }) => (builtIn ? HOME : [...NEW, ...HOME]);

/** @param {Request} req */
const crumbs = ({ ctx: { t } }) => [{ label: t('admin.nav.roles'), url: '/admin/roles' }];

/** @param {Request} req */
const roleOf = ({ params, ctx: { catalog } }) => findRole(catalog, params.role);

/** @param {Request} req @param {Values} values @returns {Outcome} */
function add(req, { label, inherits = null }) {
  const name = freeName(nameOf(label), (one) => req.ctx.catalog.roles.some((role) => role.name === one));
  return { edit: 'add-role', input: { role: { name, label, inherits, home: null } }, next: '/admin/roles' };
}

/** @param {Request} req @param {Values} values @returns {Outcome} */
function change(req, { label, inherits = null, home = null }) {
  const role = roleOf(req);
  const changes = role.builtIn ? { home } : { home, label, inherits };
  return { edit: 'change-role', input: { role: role.name, changes }, next: '/admin/roles' };
}

/** @param {Request} req @param {Tried} tried @returns {AdminPage} */
function showRole(req, tried) {
  const { t, catalog } = req.ctx;
  const { table, form: card } = partsFor(req);
  const role = roleOf(req);
  const action = `/admin/roles/${role.name}`;
  const settings = card({
    class: 'card adm-form mb-3',
    action,
    submit: t('admin.save'),
    of: role.id,
    schema: schemaOf(role),
    values: plain(role),
    tried,
    remove: role.builtIn ? undefined : { url: `${action}/delete`, label: t('admin.delete') },
  });
  const tables = catalog.tables.filter(({ access }) => access[role.name]).slice(0, 200);
  const rights = RIGHTS.map((right) =>
    column(`admin.access.${right}`, (/** @type {Table} */ { access }) => {
      const level = access[role.name][right] ?? 'none';
      if (typeof level !== 'object') return t(levelKey(right, level));
      return html`${t('admin.access.rule')} <code>${level.rule}</code>`;
    }),
  );
  const name = column(
    'admin.kind.table',
    (/** @type {Table} */ one) => html`<a href="/admin/tables/${one.name}/access">${one.label}</a>`,
  );
  const list = table('admin.roles.rights', [name, ...rights], tables, { style: '' });
  return {
    title: t(role.label),
    icon: 'shield-lock',
    crumbs: crumbs(req),
    errors: tried.errors,
    body: html`${settings}${tables.length > 0 && html`<h2>${t('admin.roles.rights')}</h2>${list}`}`,
  };
}
