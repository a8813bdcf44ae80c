import { writeSource } from '@plinth/data';
import { attrs, html, raw } from '@plinth/plugin';
import { ALERT, expectField, noErrors, partsFor, refusal, saves, shows } from '../frame/index.js';
import { readTyped } from './read-typed.js';
import { sourceSchema } from './source-schema.js';

/** @import { AdminPage, Form, Handler, Outcome, Request, Response, Tried } from '../types.d.ts' */

/**
 * @typedef {object} Sourced
 * @property {'view' | 'page' | 'piece'} kind
 * @property {any} body as stored
 * @property {string} label
 */

/**
 * The source of a view or page: YAML, checked while it is typed, saved as one edit.
 *
 * @param {'view' | 'page' | 'piece'} kind @param {(req: Request) => Sourced} sourcedOf throws if it does not exist
 * @returns {Record<string, Handler>} routes
 */
export function sourceRoutes(kind, sourcedOf) {
  const show = (/** @type {Request} */ req, /** @type {Tried} */ tried) => sourceScreen(req, sourcedOf(req), tried);
  return {
    [`GET /:${kind}/source`]: shows(show),
    [`POST /:${kind}/source`]: saves((req, form) => save(req, sourcedOf(req), form), show),
    [`POST /:${kind}/source/check`]: async (req, res) => check(req, sourcedOf(req), res),
  };
}

/** What a source that says nothing of it means. */
const EMPTY = {
  view: { label: '', roles: [], config: {} },
  page: { title: '', roles: [] },
  piece: { label: '', params: [] },
};

/** @param {Sourced} sourced */
const addressOf = ({ kind, body }) => `/admin/${kind}s/${body.name}`;

/** @param {Request} req @param {Sourced} sourced @param {Response} res */
async function check(req, sourced, res) {
  const form = await req.form();
  res.json({ problems: (await readTyped(req, sourced, form.get('text') ?? '')).problems });
}

/** @param {Request} req @param {Sourced} sourced @param {Form} form @returns {Promise<Outcome>} */
async function save(req, sourced, form) {
  const { kind, body } = sourced;
  const { value, problems } = await readTyped(req, sourced, form.get('text') ?? '');
  if (!value) {
    const count = problems.filter(({ severity }) => severity === 'error').length;
    return { errors: refusal(req.ctx.t('admin.source.wrong', { count })), problems };
  }
  const { name } = value;
  const { template: _, table: __, ...own } = value;
  const changes = { description: '', ...EMPTY[kind], ...own };
  return { edit: `change-${kind}`, input: { [kind]: body.name, changes }, next: `/admin/${kind}s/${name}/source` };
}

/** @param {Request} req @param {Sourced} sourced @param {Tried} tried @returns {Promise<AdminPage>} */
async function sourceScreen(req, sourced, { form, errors, problems = [] }) {
  const { t, catalog } = req.ctx;
  const { kind, body, label } = sourced;
  const { icon } = partsFor(req);
  const text = form?.get('text') ?? (await writeSource(kind, body));
  const address = addressOf(sourced);
  // Safe: JSON without "<" ends no script element.
  const schema = JSON.stringify(sourceSchema(req, sourced)).replaceAll('<', '\\u003c');
  const lines = problems.map(
    (/** @type {any} */ { line, message }) => html`<li>${t('admin.source.line', { line })} ${message}</li>`,
  );
  return {
    ...{ title: t('admin.source.title', { label }), icon: 'code', errors: errors ?? noErrors(), wide: true },
    ...{ scripts: ['admin/source/source.js'], lead: t('admin.source.lead') },
    crumbs: [
      { label: t(`admin.nav.${kind}s`), url: `/admin/${kind}s` },
      { label, url: address },
    ],
    actions:
      kind === 'piece'
        ? null
        : html`<a class="btn" href="/${kind}/${body.name}">${icon('external-link')} ${t('admin.open')}</a>`,
    body: html`<form class="adm-source" method="post" action="${address}/source" data-adm-source="${address}/source/check"
        data-t-label="${t('admin.source.text')}">
      ${ALERT}${lines.length > 0 && html`<ul class="text-danger" role="alert">${lines}</ul>`}${expectField(catalog, body.id, form?.get('expect'))}
      <div class="btn-list mb-3"><button class="btn btn-primary">${icon('device-floppy')} ${t('admin.save')}</button>
        <a class="btn" href="${address}">${t('admin.source.formEditor')}</a></div>
      <label class="visually-hidden" for="source-text">${t('admin.source.text')}</label>
      <textarea class="form-control adm-source-text"${attrs({ id: 'source-text', name: 'text', spellcheck: 'false', wrap: 'off' })}>${'\n'}${text}</textarea>
      <div class="adm-source-editor" hidden></div>
      <script type="application/json" id="source-schema">${raw(schema)}</script></form>`,
  };
}
