import { html, nodeId, phrase } from '@plinth/plugin';
import { boolean, text } from '@plinth/plugin/settings';
import { formControls, routed, saves, shows, wrongFields } from '../../frame/index.js';
import { draftCatalog } from '../../layout/draft-catalog.js';
import { asStored, firstPage } from '../../making/first-page.js';
import { gallery } from '../../making/gallery.js';
import { inOneStep, makingForm, rolesOf, wrongIn } from '../../making/making-form.js';
import { picturesOf } from '../../making/pictures.js';
import { pickedTable, tablePicker } from '../../making/table-picker.js';
import { freeName, nameOf } from '../../objects/names.js';
import { plain } from '../../objects/references.js';
import { buildAddress } from '../../objects/build-address.js';

/** @import { Table } from '@plinth/plugin' */
/** @import { AdminPage, Form, Outcome, Request, Response, Tried } from '../../types.d.ts' */

// No page's name: /new belongs to a page called new.
const HERE = '/admin/pages/~new';

const SCHEMA = [
  text('label', 'admin.pages.title', { required: true, max: 120 }),
  boolean('menu', 'admin.making.inMenu'),
];

/** A new page from a starting point, chosen by a picture of what it makes. */
export const screen = {
  path: '/pages',
  title: 'admin.making.newPage',
  first: true,
  routes: routed({ 'GET /~new': shows(show), 'POST /~new': saves(add, show), 'GET /~new/pictures': pictures }),
};

/** @param {Request} req @param {Form} form @returns {Outcome} */
function add(req, form) {
  const { app, catalog } = req.ctx;
  const template = app.registry.pageTemplate(form.get('template') ?? '');
  const table = template.needsTable ? pickedTable(req, { form }) : null;
  const title = (form.get('label') ?? '').trim();
  const wrong = wrongIn(req, SCHEMA, form, { label: title, table, template });
  if (wrong) return { errors: wrongFields(wrong) };
  const name = freeName(nameOf(title) || 'page', (one) => catalog.hasPage(one));
  const roles = rolesOf(req, form);
  const { page, views } = firstPage({ catalog, registry: app.registry, template, table, title, name, roles });
  const entry = { id: nodeId(), kind: 'page', label: title, icon: template.icon, target: name, roles };
  const edits = [
    ...views.map((view) => ({ edit: 'add-view', input: { view } })),
    { edit: 'add-page', input: { page } },
    ...(form.all('menu').some((one) => one !== 'false')
      ? [{ edit: 'change-menu', input: { items: [...plain(catalog.menu).items, entry] } }]
      : []),
  ];
  return inOneStep(edits, { says: phrase`Create page "${title}"`, next: buildAddress('page', name) });
}

/** @param {Request} req @param {Table | null} table */
const templatesOf = ({ ctx: { app } }, table) =>
  app.registry.all('pageTemplate').filter(({ needsTable }) => table || !needsTable);

/** The pictures of all starting points, in one answer. @param {Request} req @param {Response} res */
async function pictures(req, res) {
  const { app, catalog, t } = req.ctx;
  const { registry } = app;
  const table = pickedTable(req, { form: null });
  const made = templatesOf(req, table).map((template) => {
    const name = freeName(`preview_${template.name}`, (one) => catalog.hasPage(one));
    const about = template.needsTable ? table : null;
    const title = about?.label ?? t(template.label);
    const page = firstPage({ catalog, registry, template, table: about, title, name, roles: [] });
    return { template, name, ...asStored(page, registry) };
  });
  // Each has views of its own, some of the same names.
  const documents = await Promise.all(
    made.map(({ name, pages, views }) =>
      picturesOf(app, req, draftCatalog(draftCatalog(catalog, 'page', ...pages), 'view', ...views), [
        { kind: 'page', name },
      ]),
    ),
  );
  res.json({ pictures: Object.fromEntries(made.map(({ template }, i) => [template.name, documents[i][0]])) });
}

/** @param {Request} req @param {Tried} tried @returns {AdminPage} */
function show(req, tried) {
  const { t } = req.ctx;
  const table = pickedTable(req, tried);
  const templates = templatesOf(req, table);
  const asked = tried.form?.get('template') ?? req.query.get('template');
  const chosen = templates.find(({ name }) => name === asked) ?? templates[0];
  const kinds = gallery(req, {
    name: 'template',
    legend: t('admin.making.start'),
    chosen: chosen?.name ?? '',
    pictures: `${HERE}/pictures?table=${table?.name ?? ''}`,
    choices: templates.map(({ name, label, description, icon }) => ({
      value: name,
      label: t(label),
      description: t(description),
      icon,
    })),
  });
  const controls = formControls(req, tried, SCHEMA, { menu: true });
  return {
    title: t('admin.making.newPage'),
    icon: 'file-text',
    errors: tried.errors,
    scripts: ['gallery'],
    wide: true,
    crumbs: [{ label: t('admin.nav.pages'), url: '/admin/pages' }],
    body: html`${table && tablePicker(req, { action: HERE, table, chosen: chosen?.name ?? '' })}${makingForm(
      req,
      tried,
      { action: HERE, submit: t('admin.pages.create'), cancel: '/admin/pages', table, kinds, controls },
    )}`,
  };
}
