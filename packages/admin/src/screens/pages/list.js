import { html, node, phrase } from '@plinth/plugin';
import { text } from '@plinth/plugin/settings';
import { buttons, column, expectField, listScreen, partsFor, routed, task, tasks } from '../../frame/index.js';
import { freeName, nameOf } from '../../objects/names.js';
import { buildAddress } from '../../objects/build-address.js';

/** @import { Values } from '@plinth/plugin' */
/** @import { Form, Outcome, Request } from '../../types.d.ts' */

const LIST = listScreen({
  title: 'admin.nav.pages',
  lead: 'admin.pages.lead',
  icon: 'file-text',
  empty: 'admin.pages.empty',
  add: {
    url: '/admin/pages',
    label: 'admin.pages.create',
    schema: [text('title', 'admin.pages.title', { required: true, max: 120, none: 'admin.pages.newPlaceholder' })],
    save: add,
  },
  actions: (req) =>
    html`<a class="btn" href="/admin/pages/~new">${partsFor(req).icon('template')} ${req.ctx.t('admin.making.fromTemplate')}</a>`,
  of: ({ ctx: { catalog } }) => catalog.pages,
  words: ({ name, title }) => `${name} ${title}`,
  columns: ({ ctx: { t, catalog } }, { named, roleBadges, openButton }) => [
    column('admin.kind.page', ({ name, title }) => named(buildAddress('page', name), title || name, name)),
    column('admin.visibleTo', ({ roles }) => roleBadges(roles)),
    column('admin.pages.homeOf', ({ name }) =>
      catalog.roles
        .filter(({ home }) => home === name)
        .map(({ label }) => t(label))
        .join(', '),
    ),
    buttons(({ name, title }) => openButton(`/page/${name}`, title || name)),
  ],
  // No page's name: POST /home belongs to a page called home.
  posts: { '/~home': changeHomes },
  below: (req, _tried, rows) => rows.length > 0 && homes(req),
});

/** All pages, creating one by its title, and home pages. */
export const screen = {
  path: '/pages',
  title: 'admin.nav.pages',
  help: 'guide/pages',
  finds: tasks(task('newPage', '/admin/pages')),
  nav: { section: 'build', icon: 'file-text', order: 30 },
  first: true,
  routes: routed(LIST),
};

/** @param {Request} req @param {Values} values @returns {Outcome} */
function add({ ctx: { catalog } }, { title }) {
  const name = freeName(nameOf(title) || 'page', (one) => catalog.hasPage(one));
  const layout = node('stack', {}, [node('heading', { text: title, level: '1' })]);
  const page = { name, title, description: '', app: null, roles: [], layout };
  return { edit: 'add-page', input: { page }, next: buildAddress('page', name) };
}

/** @param {Request} req @param {Form} form @returns {Outcome} */
function changeHomes({ ctx: { catalog } }, form) {
  const homeOf = (/** @type {string} */ role) => form.get(`home.${role}`) || null;
  const changed = catalog.roles.filter(({ name, home }) => form.has(`home.${name}`) && homeOf(name) !== home);
  const edits = changed.map(({ name: role }) => ({
    edit: 'change-role',
    input: { role, changes: { home: homeOf(role) } },
  }));
  if (!edits.length) return '/admin/pages';
  return { edit: 'batch', input: { edits }, says: phrase`Change home pages`, next: '/admin/pages' };
}

/** The home page of each role. @param {Request} req */
function homes(req) {
  const { t, catalog } = req.ctx;
  const { form, options } = partsFor(req);
  const choices = [
    { value: '', label: t('admin.none') },
    ...catalog.pages.map(({ name, title }) => ({ value: name, label: title })),
  ];
  const controls = catalog.roles.map(
    ({ id, name, label, home }) => html`${expectField(catalog, id)}<div class="adm-row mb-2">
      <label for="h-home.${name}">${t(label)}</label>
      <select class="form-select" id="h-home.${name}" name="home.${name}">${options(choices, home ?? '')}</select></div>`,
  );
  return form({
    action: '/admin/pages/~home',
    heading: t('admin.pages.home'),
    submit: t('admin.save'),
    alert: false,
    controls: html`<p class="text-secondary">${t('admin.pages.homeHelp')}</p>${controls}`,
  });
}
