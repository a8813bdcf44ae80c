import { writeSource } from '@plinth/data';
import { attrs, html, raw } from '@plinth/plugin';
import { openDraft, openMergedDraft } from '../builder/open-draft.js';
import { buildAddress } from '../objects/build-address.js';
import { openAddress } from '../objects/open-address.js';
import { ALERT, noErrors, openForm, partsFor, saves, shows } from '../frame/index.js';
import { readTyped } from './read-typed.js';
import { bodyIn, saveSource } from './save-source.js';
import { sourceSchema } from './source-schema.js';

/** @import { AdminPage, Form, Handler, Request, Response, Tried } from '../types.d.ts' */
/** @import { Edited } from '../layout/object-screen.js' */

/**
 * The source of a view, page or piece: YAML, checked while it is typed. It shows the draft, if there is one, and is
 * saved as the draft.
 *
 * @param {'view' | 'page' | 'piece'} kind @param {(req: Request) => Edited} editedOf throws if it does not exist
 * @returns {Record<string, Handler>} routes
 */
export function sourceRoutes(kind, editedOf) {
  const show = (/** @type {Request} */ req, /** @type {Tried} */ tried) => sourceScreen(req, editedOf(req), tried);
  return {
    [`GET /:${kind}/source`]: shows(show),
    [`POST /:${kind}/source`]: saves((req, form) => saveSource(req, editedOf(req), form), show),
    [`POST /:${kind}/source/check`]: async (req, res) => check(req, editedOf(req), res),
  };
}

/** @param {Request} req @param {Edited} edited @param {Response} res */
async function check(req, edited, res) {
  const form = await req.form();
  const { draft } = await openDraft(req, edited);
  res.json({ problems: (await readTyped(req, bodyIn(edited, draft), form.get('text') ?? '')).problems });
}

/** @param {Request} req @param {Edited} edited @param {Tried} tried @returns {Promise<AdminPage>} */
async function sourceScreen(req, edited, { form, errors, problems = [], changed = [], seen }) {
  const { t } = req.ctx;
  const { subject, label } = edited;
  const { kind, name } = subject;
  const { icon } = partsFor(req);
  const open = await openMergedDraft(req, edited);
  const object = bodyIn(edited, open.draft);
  const text = form?.get('text') ?? (await writeSource(kind, object.body, req.ctx.app.registry));
  const address = `/admin/${kind}s/${name}`;
  // Safe: JSON without "<" ends no script element.
  const schema = JSON.stringify(sourceSchema(req, object)).replaceAll('<', '\\u003c');
  const lines = [
    ...problems.map((/** @type {any} */ { line, message }) => `${t('admin.source.line', { line })} ${message}`),
    ...changed,
  ].map((/** @type {string} */ line) => html`<li>${line}</li>`);
  return {
    title: t('admin.source.title', { label }),
    icon: 'code',
    errors: errors ?? noErrors(),
    wide: true,
    scripts: ['admin/source/source.js'],
    lead: t(open.saved ? 'admin.source.leadDraft' : 'admin.source.lead'),
    crumbs: [
      { label: t(`admin.nav.${kind}s`), url: `/admin/${kind}s` },
      { label, url: buildAddress(kind, name) },
    ],
    actions:
      kind === 'piece'
        ? null
        : html`<a class="btn" href="${openAddress(req.ctx.catalog, kind, name)}">${icon('external-link')} ${t('admin.open')}</a>`,
    body: html`${openForm({ class: 'adm-source', action: `${address}/source`, attrs: { 'data-adm-source': `${address}/source/check`, 'data-t-label': t('admin.source.text') } })}
      ${ALERT}${lines.length > 0 && html`<ul class="text-danger" role="alert">${lines}</ul>`}${openedWith(form, open, seen)}
      ${buttons(req, kind, name)}
      <label class="visually-hidden" for="source-text">${t('admin.source.text')}</label>
      <textarea class="form-control adm-source-text"${attrs({ id: 'source-text', name: 'text', spellcheck: 'false', wrap: 'off' })}>${'\n'}${text}</textarea>
      <div class="adm-source-editor" hidden></div>
      <script type="application/json" id="source-schema">${raw(schema)}</script></form>`,
  };
}

/**
 * What the form was opened with, so that changes of others are noticed.
 *
 * @param {Form | null} form @param {import('../builder/open-draft.js').OpenDraft} open @param {number} [seen] the version
 *   whose changes are shown with the form
 */
function openedWith(form, { draft, version }, seen) {
  const values = {
    version: form?.get('version') ?? String(version),
    base: form?.get('base') ?? JSON.stringify(draft),
    ...(seen !== undefined && { seen: String(seen) }),
  };
  return Object.entries(values).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
}

/** @param {Request} req @param {'view' | 'page' | 'piece'} kind @param {string} name */
function buttons(req, kind, name) {
  const { t } = req.ctx;
  const { icon } = partsFor(req);
  return html`<div class="btn-list mb-3"><button class="btn btn-primary">${icon('device-floppy')} ${t('admin.source.save')}</button>
    <button class="btn" name="op" value="publish">${t('admin.source.publish')}</button>
    <a class="btn btn-ghost-secondary" href="${buildAddress(kind, name)}">${t('admin.builder.back')}</a></div>`;
}
