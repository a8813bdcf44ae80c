import { attrs, html, raw, say } from '@plinth/plugin';
import { longtext, text } from '@plinth/plugin/settings';
import {
  ALERT,
  deletion,
  expectField,
  formControls,
  formErrors,
  openForm,
  partsFor,
  readChecked,
  readSettings,
  routed,
  saves,
  settingsControls,
  shows,
  wrongFields,
} from '../../frame/index.js';
import { freeName, nameOf } from '../../objects/names.js';
import { completionSchema } from './completion-schema.js';
import { typesFor } from './declarations.js';
import { exampleCode, sampleInput } from './example.js';
import { CALLING, LIMITS } from './schema.js';
import { functionTabs } from './tabs.js';

/** @import { AppFunction, SettingsSchema, Values } from '@plinth/plugin' */
/** @import { AdminPage, Form, Outcome, Request, Response, Tried } from '../../types.d.ts' */

const LIST = '/admin/functions';
const LABEL = [text('label', 'admin.label', { required: true })];
const DESCRIPTION = longtext('description', 'admin.description');
const NAME = text('name', 'admin.name', { help: 'admin.functions.nameHelp', required: true });
/** The settings of a new function. */
const NEW = Object.fromEntries([...CALLING, ...LIMITS].map((setting) => [setting.name, setting.default]));

/** Texts of the editor: what a run says, and what it finds without one. */
const WORDS = [
  ...['code', 'result', 'log', 'line', 'took', 'running', 'unreachable'],
  ...['noTable', 'noField', 'noModule', 'automatic', 'numberExpected', 'booleanExpected', 'dateExpected'],
  ...['missingAwait', 'noName', 'noMember', 'meant', 'notOneOf', 'textNoNumber'],
];

/** The editor of a function: code, a try beside it, and who may call it. No function's name is "~new". */
export const screen = {
  path: LIST.slice('/admin'.length),
  title: 'admin.nav.functions',
  routes: routed({
    'GET /~new': shows(show),
    'POST /~new': saves(save, show),
    'POST /~try': tryIt,
    'GET /~types': async (req, res) => void res.json(await typesFor(req, req.query.get('function'))),
    'GET /:function': shows(show),
    'POST /:function': saves(save, show),
    ...deletion('/:function/delete', deletionOf),
  }),
};

/** @param {Request} req @returns {AppFunction | null} null: a new one @throws FUNCTION_NOT_FOUND */
const functionOf = ({ params, ctx: { catalog } }) => (params.function ? catalog.function(params.function) : null);

/** All settings in the form. @param {Request} req */
const schemaOf = (req) => [...callingOf(req), ...LIMITS];

/** Who calls it, and the secrets that there are. @param {Request} req @returns {SettingsSchema} */
function callingOf(req) {
  const names = new Set([...req.ctx.catalog.secrets.map(({ name }) => name), ...(functionOf(req)?.secrets ?? [])]);
  if (names.size === 0) return CALLING;
  const options = [...names].sort().map((value) => ({ value, label: value }));
  const secrets = { name: 'secrets', label: 'admin.settings.secrets', help: 'admin.functions.secretsHelp', options };
  return [...CALLING, { ...secrets, type: 'multiselect' }];
}

/** What the form says, checked. @param {Request} req @param {Form} form */
function readForm(req, form) {
  const { values, wrong } = readChecked(req, schemaOf(req), form);
  const label = (form.get('label') ?? '').trim();
  const description = form.get('description') ?? '';
  return { body: { label, description, code: form.get('code') ?? '', ...complete(values) }, wrong };
}

/** Lists that are left empty are empty, not as before. @param {Values} values */
const complete = (values) => ({
  ...values,
  roles: values.roles ?? [],
  methods: values.methods ?? [],
  params: values.params ?? [],
  secrets: values.secrets ?? [],
});

/** @param {Request} req @param {Form} form @returns {Outcome} */
function save(req, form) {
  const { t, catalog } = req.ctx;
  const fn = functionOf(req);
  const { body, wrong } = readForm(req, form);
  if (!body.label) return { errors: wrongFields({ label: t('admin.labelMissing') }) };
  if (wrong) return { errors: wrong };
  if (!fn) {
    const name = freeName(nameOf(body.label).replace(/^(npm_)+[^a-z]*/, ''), (one) => catalog.hasFunction(one));
    return { edit: 'add-function', input: { function: { name, ...body } }, next: `${LIST}/${name}` };
  }
  const name = (form.get('name') ?? '').trim() || fn.name;
  const input = { function: fn.name, changes: { name, ...body } };
  return { edit: 'change-function', input, next: `${LIST}/${name}` };
}

/** Runs what is in the form, saved or not. @param {Request} req @param {Response} res */
async function tryIt(req, res) {
  const { app, author, t } = req.ctx;
  const form = await req.form();
  const { body } = readForm(req, form);
  try {
    const input = parsed(form.get('input') ?? '');
    const { text, error, logs, ms } = await app.data.functions.test(
      author,
      { ...body, name: form.get('name') || undefined },
      input,
      { of: req.query.get('function') },
    );
    const title = error && say(error.title, t);
    res.json({ text, logs, ms: Math.round(ms * 10) / 10, error: error && { ...error, title } });
  } catch (error) {
    const { message, fields } = formErrors(error, t);
    res.json({
      text: null,
      logs: [],
      ms: 0,
      error: { title: message, message: Object.values(fields).join('; '), line: null },
    });
  }
}

/** @param {string} text */
function parsed(text) {
  try {
    return text.trim() === '' ? {} : JSON.parse(text);
  } catch {
    return null;
  }
}

/** @param {Request} req @param {Tried} tried @returns {AdminPage | string} */
function show(req, tried) {
  const { t, catalog } = req.ctx;
  const fn = functionOf(req);
  if (fn?.package) return `${LIST}/~packages`;
  const { form, errors } = tried;
  const values = form ? readSettings(req, schemaOf(req), form) : (fn ?? NEW);
  const code = form?.get('code') ?? fn?.code ?? exampleCode(catalog, t('admin.functions.exampleComment'));
  const address = `${LIST}/${fn?.name ?? '~new'}`;
  const label = fn ? fn.label || fn.name : t('admin.functions.new');
  return {
    title: label,
    icon: 'function',
    errors,
    wide: true,
    ...(fn && { tabs: functionTabs(req, fn.name, 'code') }),
    scripts: ['admin/functions/editor.js'],
    styles: ['admin/functions.css'],
    crumbs: [{ label: t('admin.nav.functions'), url: LIST }],
    actions: fn && fn.methods.includes('GET') ? openLink(req, fn) : null,
    body: html`${openForm({ class: 'adm-fn', action: address, attrs: { 'data-adm-fn': addressOf('~try', fn), 'data-types': addressOf('~types', fn), 'data-file': fn?.name ?? 'test' } })}
      ${ALERT}${fn && expectField(catalog, fn.id)}
      <div class="adm-fn-work">${codeCard(req, tried, fn, code)}${tryCard(req, fn, sampleInput(values.params ?? []))}</div>
      ${settingsCards(req, tried, fn, values)}
      ${schemaScript(req)}${words(req)}</form>`,
  };
}

/** @param {Request} req @param {AppFunction} fn */
function openLink(req, fn) {
  const { t, icon } = partsFor(req);
  return html`<a class="btn" href="/fn/${fn.name}">${icon('external-link')} ${t('admin.open')}</a>`;
}

/** @param {Request} req @param {Tried} tried @param {AppFunction | null} fn @param {string} code */
function codeCard(req, tried, fn, code) {
  const { t, icon } = partsFor(req);
  return html`<section class="card adm-fn-code"><div class="card-body">
    ${formControls(req, tried, LABEL, { label: fn?.label })}
    <label class="form-label" for="fn-code">${t('admin.functions.code')}</label>
    <textarea class="form-control adm-source-text"${attrs({ id: 'fn-code', name: 'code', spellcheck: 'false', wrap: 'off', autocapitalize: 'off' })}>${'\n'}${code}</textarea>
    <div class="adm-fn-editor" hidden></div>
    <div class="btn-list mt-3"><button class="btn btn-primary">${icon('device-floppy')} ${t('admin.save')}</button>
      <a class="btn" href="${LIST}">${t('admin.cancel')}</a></div></div></section>`;
}

/** @param {Request} req @param {AppFunction | null} fn @param {string} sample */
function tryCard(req, fn, sample) {
  const { t, icon } = partsFor(req);
  const { baseUrl } = req.ctx.app.config;
  const address = fn && fn.methods.length > 0 && `${baseUrl}/fn/${fn.name}`;
  return html`<section class="card adm-fn-try" aria-labelledby="fn-try"><div class="card-header"><h2 class="card-title" id="fn-try">${t('admin.functions.try')}</h2></div>
    <div class="card-body">
    <label class="form-label" for="fn-input">${t('admin.functions.input')}</label>
    <textarea class="form-control adm-fn-input"${attrs({ id: 'fn-input', name: 'input', rows: 4, spellcheck: 'false' })}>${'\n'}${sample}</textarea>
    <p class="form-hint">${t('admin.functions.tryHelp')}</p>
    <button class="btn" type="button" data-fn-run disabled>${icon('player-play')} ${t('admin.functions.run')}</button>
    <div class="adm-fn-result" role="status" aria-live="polite"></div>
    ${address && html`<p class="adm-fn-address text-secondary">${t('admin.functions.address')}<br><code>${address}</code></p>`}</div></section>`;
}

/** @param {Request} req @param {Tried} tried @param {AppFunction | null} fn @param {Values} values */
function settingsCards(req, tried, fn, values) {
  const { t, icon } = partsFor(req);
  const { fields } = tried.errors;
  const general = formControls(req, tried, fn ? [DESCRIPTION, NAME] : [DESCRIPTION], fn ?? {});
  const card = (/** @type {string} */ title, /** @type {unknown} */ body) =>
    html`<section class="card"><div class="card-header"><h2 class="card-title">${t(title)}</h2></div><div class="card-body">${body}</div></section>`;
  return html`<div class="adm-fn-settings">${card('admin.functions.calling', settingsControls(req, callingOf(req), values, { errors: fields }))}
    <div class="adm-fn-more">${card('admin.functions.limits', settingsControls(req, LIMITS, values, { errors: fields }))}
    ${card('admin.functions.about', general)}</div></div>
    <div class="btn-list"><button class="btn btn-primary">${icon('device-floppy')} ${t('admin.save')}</button>${
      fn &&
      html`<a class="btn btn-ghost-danger ms-auto" href="${LIST}/${fn.name}/delete">${icon('trash')} ${t('admin.functions.delete')}</a>`
    }</div>`;
}

/** The function is the one on the page, whatever its form says. @param {string} what @param {AppFunction | null} fn */
const addressOf = (what, fn) => `${LIST}/${what}${fn ? `?function=${fn.name}` : ''}`;

/** What the editor offers. Safe: JSON without "<" ends no script element. @param {Request} req */
function schemaScript(req) {
  const schema = JSON.stringify(completionSchema(req)).replaceAll('<', '\\u003c');
  return html`<script type="application/json" id="fn-schema">${raw(schema)}</script>`;
}

/** Texts of the script. @param {Request} req */
function words({ ctx: { t } }) {
  const texts = Object.fromEntries(
    WORDS.map((key) => [key, t(`admin.functions.word.${key}`, { name: '{name}', other: '{other}' })]),
  );
  return html`<script type="application/json" id="fn-words">${raw(JSON.stringify(texts).replaceAll('<', '\\u003c'))}</script>`;
}

/** @param {Request} req */
function deletionOf(req) {
  const { t, catalog } = req.ctx;
  const { id, name, label } = catalog.function(req.params.function);
  return {
    edit: 'remove-function',
    input: { function: name },
    id,
    label: label || name,
    help: t('admin.functions.deleteHelp', { name }),
    url: `${LIST}/${name}`,
    next: LIST,
    points: (/** @type {{ kind: string, name: string }} */ reference) =>
      reference.kind === 'function' && reference.name === name,
    crumbs: [{ label: t('admin.nav.functions'), url: LIST }],
  };
}
