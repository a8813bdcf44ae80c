import { html } from '@plinth/plugin';
import { inputs, partsFor, routed, saves, shows, wrongFields } from '../../frame/index.js';
import { freeName, nameOf } from '../../names.js';

/** @import { AdminPage, Form, Outcome, Request, Tried } from '../../types.d.ts' */

/** A new view: its kind, its table, its label; everything else comes from the template's defaults. */
export const screen = {
  path: '/views',
  title: 'admin.views.new',
  first: true,
  routes: routed({ 'GET /new': shows(show), 'POST /new': saves(add, show) }),
};

/** @param {Request} req @param {Form} form @returns {Outcome} */
function add({ ctx: { app, t, catalog } }, form) {
  /** @type {Record<string, string>} */
  const errors = {};
  const template = app.registry.viewTemplate(form.get('template') ?? 'list');
  const tableName = form.get('table') || null;
  const table = tableName ? catalog.table(tableName) : null;
  const label = (form.get('label') ?? '').trim();
  if (!label) errors.label = t('admin.labelMissing');
  if (template.needsTable && !table) errors.table = t('admin.views.tableMissing');
  if (Object.keys(errors).length) return { errors: wrongFields(errors) };
  const wanted = (form.get('name') ?? '').trim() || nameOf(label);
  const name = form.get('name') ? wanted : freeName(wanted, (one) => catalog.hasView(one));
  const others = ['list', 'show', 'edit'].map((kind) =>
    catalog.views.find((view) => view.table === tableName && view.template === kind),
  );
  const links = Object.fromEntries(others.flatMap((view) => (view ? [[view.template, view.name]] : [])));
  const config = template.defaults(/** @type {any} */ (table), { catalog, registry: app.registry, links });
  const about = { name, label, description: '', app: table?.app ?? null, roles: [] };
  const view = { ...about, template: template.name, table: tableName, config };
  return { edit: 'add-view', input: { view }, next: `/admin/views/${name}` };
}

/** @param {Request} req @param {Tried} tried @returns {AdminPage} */
function show(req, tried) {
  const { t, catalog, app } = req.ctx;
  const { icon, form } = partsFor(req);
  const chosen = tried.form?.get('template') ?? req.query.get('template') ?? 'list';
  const kinds = app.registry.all('viewTemplate').map(
    (one) => html`<label class="adm-choice">
      <input type="radio" name="template" value="${one.name}"${one.name === chosen && html` checked`}>
      <span class="adm-choice-icon">${icon(one.icon)}</span><span><strong>${t(one.label)}</strong>
      <span class="d-block text-secondary small">${t(one.description)}</span></span></label>`,
  );
  const options = [
    { value: '', label: t('admin.none') },
    ...catalog.tables.map(({ name, label }) => ({ value: name, label })),
  ];
  const controls = inputs(req, tried, [
    { name: 'table', label: 'admin.kind.table', type: 'select', value: req.query.get('table'), options },
    { name: 'label', label: 'admin.label', required: true, attrs: { maxlength: 80, autocomplete: 'off' } },
    { name: 'name', label: 'admin.name', help: 'admin.views.nameHelp', attrs: { maxlength: 62, autocomplete: 'off' } },
  ]);
  return {
    ...{ title: t('admin.views.new'), icon: 'layout-list', errors: tried.errors },
    crumbs: [{ label: t('admin.nav.views'), url: '/admin/views' }],
    body: form({
      ...{ action: '/admin/views/new', submit: t('admin.views.create'), cancel: '/admin/views' },
      controls: html`<fieldset class="mb-3"><legend class="form-label">${t('admin.views.template')}</legend>
        <div class="adm-choices">${kinds}</div></fieldset>${controls}`,
    }),
  };
}
