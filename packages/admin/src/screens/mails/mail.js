import { MAIL_SETTINGS, html } from '@plinth/plugin';
import {
  ALERT,
  deletion,
  expectField,
  noErrors,
  openForm,
  partsFor,
  readSettings,
  routed,
  saves,
  settingsControls,
  shows,
  wrongFields,
} from '../../frame/index.js';
import { freeName, nameOf } from '../../objects/names.js';
import { ROW_SEARCH, rowSearchAttrs, rowsToTry } from '../../objects/rows-to-try.js';
import { preview } from './preview.js';

/** @import { MailTemplate, SettingsSchema, Table, Values } from '@plinth/plugin' */
/** @import { AdminPage, Form, Outcome, Request, Tried } from '../../types.d.ts' */

const LIST = '/admin/mails';
/** Rows to preview with; the newest ones. */

/** @type {SettingsSchema} */
const ABOUT = [
  { name: 'label', type: 'text', label: 'admin.mails.label', required: true, max: 200 },
  { name: 'table', type: 'table', label: 'admin.mails.table', help: 'admin.mails.tableHelp' },
];
/** What can be said of a row alone. */
const OF_ROW = ['files', 'relation', 'buttonView', 'button'];

/** A mail template beside its preview. No template's name is "~new". */
export const screen = {
  path: '/mails',
  title: 'admin.nav.mails',
  routes: routed({
    'GET /~new': shows(show),
    'POST /~new': saves(save, show),
    'POST /~preview': (req, res) => preview(req, res, readForm),
    'GET /:mail': shows(show),
    'POST /:mail': saves(save, show),
    ...deletion('/:mail/delete', deletionOf),
  }),
};

/** @param {Request} req @returns {MailTemplate | null} null: a new one @throws MAIL_TEMPLATE_NOT_FOUND */
const mailOf = ({ params, ctx: { catalog } }) => (params.mail ? catalog.mail(params.mail) : null);

/** @param {Request} req @param {unknown} name @returns {Table | null} */
const tableNamed = ({ ctx: { catalog } }, name) =>
  typeof name === 'string' && catalog.hasTable(name) ? catalog.table(name) : null;

/** What the form says, unchecked. @param {Request} req @param {Form} form @returns {Values} */
function readForm(req, form) {
  const table = tableNamed(req, form.get('table'));
  const given = readSettings(req, [...ABOUT, ...MAIL_SETTINGS], form, { table });
  return { table: null, files: [], view: null, relation: null, buttonView: null, subject: '', body: '', ...given };
}

/** @param {Request} req @param {Form} form @returns {Outcome} */
function save(req, form) {
  if (form.has('refresh')) return { errors: noErrors() };
  const { t, catalog } = req.ctx;
  const mail = mailOf(req);
  const body = readForm(req, form);
  if (!body.label) return { errors: wrongFields({ label: t('admin.labelMissing') }) };
  if (mail) {
    const changes = { name: mail.name, ...body };
    return { edit: 'change-mail', input: { mail: mail.name, changes }, next: `${LIST}/${mail.name}` };
  }
  const name = freeName(nameOf(body.label), (one) => catalog.hasMail(one));
  return { edit: 'add-mail', input: { mail: { name, ...body } }, next: `${LIST}/${name}` };
}

/** @param {Request} req @param {Tried} tried @returns {Promise<AdminPage>} */
async function show(req, { form: typed, errors }) {
  const { t } = req.ctx;
  const mail = mailOf(req);
  /** @type {Values} */
  const values = typed ? readForm(req, typed) : { ...mail };
  const label = mail ? mail.label : t('admin.mails.new');
  return {
    title: label,
    icon: 'mail',
    errors,
    wide: true,
    scripts: ['automation', 'admin/mails.js', ROW_SEARCH],
    styles: ['admin/mails.css'],
    crumbs: [{ label: t('admin.nav.mails'), url: LIST }],
    body: await editor(req, { mail, values, fields: errors.fields, expect: typed?.get('expect') }),
  };
}

/**
 * @param {Request} req @param {{ mail: MailTemplate | null, values: Values, fields: Record<string, string>,
 *   expect?: string | null }} shown
 */
async function editor(req, { mail, values, fields, expect }) {
  const { t, catalog } = req.ctx;
  const { icon } = partsFor(req);
  const action = `${LIST}/${mail?.name ?? '~new'}`;
  const table = tableNamed(req, values.table);
  const schema = MAIL_SETTINGS.filter(({ name }) => table || !OF_ROW.includes(name));
  const controls = settingsControls(req, [...ABOUT, ...schema], values, { table, errors: fields });
  const refresh = html`<button class="visually-hidden" name="refresh" value="1" formnovalidate tabindex="-1" hx-post="${action}"
    hx-target="#trigger" hx-select="#trigger" data-adm-refresh>${t('admin.show')}</button>`;
  const remove =
    mail &&
    html`<a class="btn btn-ghost-danger ms-auto" href="${action}/delete">${icon('trash')} ${t('admin.delete')}</a>`;
  return html`<div id="trigger" data-adm-trigger data-pl-repaints>${openForm({ class: 'adm-mail-work', action, attrs: { 'data-adm-mail': true } })}
    <section class="card"><div class="card-body">${ALERT}${mail && expectField(catalog, mail.id, expect)}${refresh}${controls}
      <div class="btn-list"><button class="btn btn-primary">${t('admin.save')}</button><a class="btn" href="${LIST}">${t('admin.cancel')}</a>${remove}</div></div></section>
    ${await previewCard(req, table)}</form></div>`;
}

/** @param {Request} req @param {Table | null} table */
async function previewCard(req, table) {
  const { t, user } = req.ctx;
  const { icon, options } = partsFor(req);
  const rows = await rowsToTry(req, table?.name ?? null);
  const choice =
    table &&
    rows.length > 0 &&
    html`<label class="form-label" for="mail-row">${t('admin.mails.row')}</label>
      <select class="form-select mb-3" id="mail-row" name="previewRow"${rowSearchAttrs(req, table.name)}>${options(rows, rows[0].value)}</select>`;
  return html`<section class="card adm-mail-preview" aria-labelledby="mail-preview"><div class="card-header"><h2 class="card-title" id="mail-preview">${t('admin.mails.preview')}</h2></div>
    <div class="card-body">${choice}
    <div class="btn-list mb-3"><button class="btn" formaction="${LIST}/~preview" formtarget="mail-preview-frame" formnovalidate data-mail-show>${icon('eye')} ${t('admin.mails.show')}</button>
      <button class="btn" formaction="${LIST}/~preview" formtarget="mail-preview-frame" formnovalidate name="test" value="1" title="${user?.email ?? ''}">${icon('send')} ${t('admin.mails.test')}</button></div>
    <iframe class="adm-mail-frame" name="mail-preview-frame" title="${t('admin.mails.preview')}" sandbox></iframe></div></section>`;
}

/** @param {Request} req */
function deletionOf(req) {
  const { t, catalog } = req.ctx;
  const { id, name, label } = catalog.mail(req.params.mail);
  return {
    edit: 'remove-mail',
    input: { mail: name },
    id,
    label,
    help: t('admin.mails.deleteHelp'),
    url: `${LIST}/${name}`,
    next: LIST,
    points: (/** @type {{ kind: string, name: string }} */ reference) =>
      reference.kind === 'mail' && reference.name === name,
    crumbs: [{ label: t('admin.nav.mails'), url: LIST }],
  };
}
