import { html, node, phrase } from '@plinth/plugin';
import { ALERT, expectField, inputs, pageOf, partsFor, routed, saves, shows } from '../../frame/index.js';
import { freeName, nameOf } from '../../objects/names.js';
import { buildAddress } from '../../objects/build-address.js';

/** @import { AdminPage, Form, Outcome, Request, Tried } from '../../types.d.ts' */

/** All pages, creating one by its title, and home pages. */
export const screen = {
  path: '/pages',
  title: 'admin.nav.pages',
  nav: { section: 'build', icon: 'file-text', order: 30 },
  first: true,
  routes: routed({
    'GET /': shows(show),
    'POST /': saves(add, show),
    // No page's name: POST /home belongs to a page called home.
    'POST /~home': saves(changeHomes, (req, { errors }) => show(req, { form: null, errors })),
  }),
};

/** @param {Request} req @param {Form} form @returns {Outcome} */
function add({ ctx: { catalog } }, form) {
  const title = (form.get('title') ?? '').trim();
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

/** @param {Request} req @param {Tried} tried @returns {AdminPage} */
function show(req, { form, errors }) {
  const { t, catalog } = req.ctx;
  const { icon, empty, search, table, named, roleBadges, openButton, more } = partsFor(req);
  const q = req.query.get('q');
  const found = pageOf(req, catalog.pages, (page) => `${page.name} ${page.title}`);
  const homesOf = (/** @type {string} */ name) =>
    catalog.roles.filter(({ home }) => home === name).map(({ label }) => t(label));
  const title = inputs(req, { form, errors }, [
    {
      name: 'title',
      label: 'admin.pages.title',
      bare: true,
      required: true,
      error: errors.fields.title ?? errors.fields.name,
      attrs: { placeholder: t('admin.pages.newPlaceholder'), maxlength: 120, autocomplete: 'off' },
    },
  ]);
  const list = table(
    t('admin.nav.pages'),
    [
      {
        label: t('admin.kind.page'),
        cell: (page) => named(buildAddress('page', page.name), page.title || page.name, page.name),
      },
      { label: t('admin.visibleTo'), cell: (page) => roleBadges(page.roles) },
      { label: t('admin.pages.homeOf'), cell: (page) => homesOf(page.name).join(', '), folds: true },
      {
        label: t('admin.actions'),
        hidden: true,
        class: 'text-end',
        cell: (page) => openButton(`/page/${page.name}`, page.title || page.name),
      },
    ],
    found.items,
  );
  return {
    title: t('admin.nav.pages'),
    lead: t('admin.pages.lead'),
    oneField: true,
    errors,
    actions: html`<a class="btn" href="/admin/pages/~new">${icon('template')} ${t('admin.making.fromTemplate')}</a>`,
    body: html`${ALERT}
      <div class="card adm-new mb-3"><form class="card-body adm-inline" method="post" action="/admin/pages">${title}
        <button class="btn btn-primary">${icon('plus')} ${t('admin.pages.create')}</button></form></div>
      ${(found.items.length > 12 || q || found.more) && search(t('admin.filter'))}
      ${
        found.items.length === 0
          ? empty('file-text', t(q ? 'admin.nothingFound' : 'admin.pages.empty'), q ? '' : t('admin.pages.emptyHelp'))
          : html`${list}${more(found.more)}${homes(req)}`
      }`,
  };
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
