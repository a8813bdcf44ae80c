import { AppError, attrs, errorText, html, phrase } from '@plinth/plugin';
import { text } from '@plinth/plugin/settings';
import { formControls, readChecked, routed, saves, settingsControls, shows, wrongFields } from '../../frame/index.js';
import { draftCatalog } from '../../layout/draft-catalog.js';
import { asView, firstSettings, firstView } from '../../making/first-view.js';
import { gallery } from '../../making/gallery.js';
import { inOneStep, makingForm, rolesOf, wrongIn } from '../../making/making-form.js';
import { picturesOf } from '../../making/pictures.js';
import { pickedTable, tablePicker } from '../../making/table-picker.js';
import { freeName, nameOf } from '../../objects/names.js';
import { buildAddress } from '../../objects/build-address.js';

/** @import { Table, ViewTemplate, Values } from '@plinth/plugin' */
/** @import { AdminPage, Form, Outcome, Request, Response, Tried } from '../../types.d.ts' */

const HERE = '/admin/views/new';

const SCHEMA = [
  text('label', 'admin.label', { required: true, max: 80 }),
  text('name', 'admin.name', { help: 'admin.views.nameHelp', max: 62 }),
];

/** A new view: its kind, chosen by a picture, its table, and the settings that matter first. */
export const screen = {
  path: '/views',
  title: 'admin.views.new',
  first: true,
  routes: routed({ 'GET /new': shows(show), 'POST /new': saves(add, show), 'GET /new/pictures': pictures }),
};

/** Kinds whose views are called like their table: people read the label above a form. */
const NAMED_AS_TABLE = new Set(['list', 'show', 'edit']);

/** @param {Request} req @param {Form} form @returns {Outcome} */
function add(req, form) {
  const { app, catalog } = req.ctx;
  const template = app.registry.viewTemplate(form.get('template') ?? 'list');
  const tableName = form.get('table') || null;
  const table = tableName ? catalog.table(tableName) : null;
  const label = (form.get('label') ?? '').trim();
  const wrong = wrongIn(req, SCHEMA, form, { label, table, template });
  if (wrong) return { errors: wrongFields(wrong) };
  const wanted = (form.get('name') ?? '').trim() || nameOf(label);
  const name = form.get('name') ? wanted : freeName(wanted, (one) => catalog.hasView(one));
  const { view, needed } = firstView({ catalog, registry: app.registry, template, table, name, label });
  // Without scripts the settings of a kind that was chosen later are not on the page: its own choices hold.
  const prefix = `first.${template.name}.`;
  if (form.entries.some(([one]) => one.startsWith(prefix))) {
    const { values, wrong } = readChecked(req, firstSettings(template), form, { prefix, table });
    if (wrong) return { errors: wrong };
    Object.assign(view.config, values);
  }
  const roles = rolesOf(req, form);
  const edits = [...needed, view].map((one) => ({ edit: 'add-view', input: { view: { ...one, roles } } }));
  return inOneStep(edits, {
    says: phrase`Create views of "${label}"`,
    next: buildAddress('view', name),
  });
}

/**
 * Every kind of view, those that the table lacks a field for with the reason instead of a first view.
 *
 * @param {Request} req @param {Table | null} table
 */
function choicesOf({ ctx: { app, t, catalog } }, table) {
  const kinds = app.registry.all('viewTemplate').filter(({ needsTable }) => table || !needsTable);
  return kinds.map((template) => {
    const { name, label, icon } = template;
    const words = { table: table?.label ?? '', kind: t(label) };
    const suggested = !table ? t(label) : NAMED_AS_TABLE.has(name) ? table.label : t('admin.making.viewLabel', words);
    const free = freeName(`preview_${name}`, (one) => catalog.hasView(one));
    const choice = { template, value: name, label: t(label), icon, suggested };
    try {
      const made = firstView({ catalog, registry: app.registry, template, table, name: free, label: suggested });
      return { ...choice, description: t(template.description), made };
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      const { message, hint } = errorText(error, t);
      return { ...choice, description: [message, hint].filter(Boolean).join('. '), made: null, disabled: true };
    }
  });
}

/** The pictures of all kinds on a table's rows, in one answer. @param {Request} req @param {Response} res */
async function pictures(req, res) {
  const { app, catalog } = req.ctx;
  const choices = choicesOf(req, pickedTable(req, { form: null })).flatMap(({ value, made }) =>
    made ? [{ value, made }] : [],
  );
  const templateOf = (/** @type {string} */ name) => app.registry.viewTemplate(name);
  const views = choices.flatMap(({ made: { view, needed } }) =>
    [...needed, view].flatMap((one) => asView(one, templateOf(one.template)) ?? []),
  );
  const shown = choices.filter(({ made }) => views.some(({ name }) => name === made.view.name));
  const documents = await picturesOf(
    app,
    req,
    draftCatalog(catalog, 'view', ...views),
    shown.map(({ made }) => ({ kind: 'view', name: made.view.name })),
  );
  res.json({ pictures: Object.fromEntries(shown.map(({ value }, i) => [value, documents[i]])) });
}

/** @param {Request} req @param {Tried} tried @returns {AdminPage} */
function show(req, tried) {
  const { t } = req.ctx;
  const table = pickedTable(req, tried);
  const choices = choicesOf(req, table);
  const asked = tried.form?.get('template') ?? req.query.get('template') ?? 'list';
  const possible = choices.filter(({ made }) => made);
  const chosen = possible.find(({ value }) => value === asked) ?? possible[0];
  const controls = formControls(req, tried, SCHEMA, { label: chosen?.suggested });
  const kinds = gallery(req, {
    name: 'template',
    legend: t('admin.views.template'),
    chosen: chosen?.value ?? '',
    choices,
    pictures: `${HERE}/pictures?table=${table?.name ?? ''}`,
  });
  return {
    title: t('admin.views.new'),
    icon: 'layout-list',
    errors: tried.errors,
    scripts: ['gallery'],
    wide: true,
    crumbs: [{ label: t('admin.nav.views'), url: '/admin/views' }],
    body: html`${tablePicker(req, { action: HERE, table, chosen: chosen?.value ?? '' })}${makingForm(req, tried, {
      action: HERE,
      submit: t('admin.views.create'),
      cancel: '/admin/views',
      table,
      kinds,
      controls: html`${choices.map((one) => firstControls(req, tried, one, table, chosen === one))}${controls}`,
    })}`,
  };
}

/**
 * The settings that a kind can't do without, filled in as well as can be guessed from the table.
 *
 * @param {Request} req @param {Tried} tried @param {{ template: ViewTemplate, value: string, made: { view: Values } | null }} choice
 * @param {Table | null} table @param {boolean} isChosen
 */
function firstControls(req, { form, errors }, { template, value, made }, table, isChosen) {
  const schema = firstSettings(template);
  if (schema.length === 0 || !made) return null;
  const prefix = `first.${value}.`;
  const typed = form && isChosen ? readChecked(req, schema, form, { prefix, table }).raw : made.view.config;
  const away = !isChosen;
  return html`<fieldset class="adm-first-settings"${attrs({ 'data-adm-first': value, hidden: away, disabled: away })}>
    ${settingsControls(req, schema, typed, { prefix, table, errors: errors.fields })}</fieldset>`;
}
