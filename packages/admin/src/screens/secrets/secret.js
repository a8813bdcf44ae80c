import { html } from '@plinth/plugin';
import { requireRecentLogin } from '@plinth/server/auth';
import { deletion, expectField, inputs, partsFor, routed, saves, shows } from '../../frame/index.js';
import { HERE, secretInputs, secretUrl, stateBadge, usesOfSecret, valueInput, writtenIn } from './secret-words.js';
import { wordOf } from '../../objects/kind-words.js';

/** @import { AdminPage, Form, Outcome, Request, Tried } from '../../types.d.ts' */

/** One secret: what it is for, its value replaced, where it is used. */
export const screen = {
  path: HERE.slice('/admin'.length),
  title: 'admin.kind.secret',
  routes: routed(
    {
      'GET /:secret': shows(show),
      'POST /:secret/about': saves(save, show),
      'POST /:secret/value': saves(replace, show),
      ...deletion('/:secret/delete', deletionOf),
    },
    requireRecentLogin(),
  ),
};

/** @param {Request} req @param {Form} form @returns {Outcome} */
function save({ params }, form) {
  const name = (form.get('name') ?? '').trim();
  const input = { secret: params.secret, changes: { name, ...writtenIn(form) } };
  return { edit: 'change-secret', input, next: secretUrl(name) };
}

/** @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
async function replace({ ctx: { app, author, t }, params }, form) {
  await app.data.secrets.set(author, params.secret, form.get('value') ?? '');
  return { next: secretUrl(params.secret), said: t('admin.secrets.replaced') };
}

/** @param {Request} req @param {Tried} tried @returns {Promise<AdminPage>} */
async function show(req, tried) {
  const { t, catalog, formats, app, actor } = req.ctx;
  const { params } = req;
  const { form } = partsFor(req);
  const secret = await app.data.secrets.get(actor, params.secret);
  const { id, name, changedAt, changedBy, state } = secret;
  // Either of the two forms was submitted.
  const isValue = tried.form?.has('value') === true;
  const asOpened = { form: null, errors: tried.errors };
  const at = changedAt && { when: formats.dateTime(changedAt), who: changedBy ?? '' };
  const known = at && t(changedBy ? 'admin.secrets.changedBy' : 'admin.secrets.changedAt', at);
  const value = form({
    class: 'card adm-form mb-4',
    action: `${secretUrl(name)}/value`,
    alert: false,
    heading: t('admin.secrets.value'),
    submit: t(state === 'empty' ? 'admin.secrets.enter' : 'admin.secrets.replace'),
    controls: html`<p>${stateBadge(req, secret)} <span class="text-secondary">${known}</span></p>
      ${state === 'locked' && html`<p>${t('admin.secrets.lost')}</p>`}
      ${inputs(req, isValue ? tried : asOpened, [valueInput(true)])}`,
  });
  const about = form({
    class: 'card adm-form mb-4',
    action: `${secretUrl(name)}/about`,
    submit: t('admin.save'),
    cancel: HERE,
    heading: t('admin.secrets.about'),
    expect: expectField(catalog, id, tried.form?.get('expect')),
    controls: inputs(req, isValue ? asOpened : tried, [
      {
        name: 'name',
        label: 'admin.name',
        help: 'admin.secrets.renameHelp',
        value: name,
        required: true,
        attrs: { maxlength: 63, autocomplete: 'off', spellcheck: 'false' },
      },
      ...secretInputs(secret),
    ]),
    remove: { url: `${secretUrl(name)}/delete`, label: t('admin.secrets.delete') },
  });
  return {
    title: name,
    icon: 'key',
    errors: tried.errors,
    crumbs: [{ label: t('admin.settings.secrets'), url: HERE }],
    body: html`${value}${about}${usesCard(req, name)}`,
  };
}

/** @param {Request} req @param {string} name */
function usesCard(req, name) {
  const { t } = req.ctx;
  const { list, line } = partsFor(req);
  const uses = usesOfSecret(req, name);
  const lines = uses.map(({ kind, label, url }) =>
    line(
      html`<a href="${url}">${label}</a> <span class="text-secondary">${wordOf(kind, { t, registry: req.ctx.app.registry })}</span>`,
    ),
  );
  return html`<h2 class="h3">${t('admin.secrets.usedIn')}</h2>${
    uses.length > 0
      ? list(lines, 'mb-4')
      : html`<p class="text-secondary">${t('admin.secrets.unused', { name: `{{ secrets.${name} }}` })}</p>`
  }`;
}

/** @param {Request} req */
function deletionOf({ ctx: { t, app }, params: { secret: name } }) {
  const { id } = app.data.secrets.named(name);
  return {
    edit: 'remove-secret',
    input: { secret: name },
    id,
    label: name,
    help: t('admin.secrets.deleteHelp'),
    url: secretUrl(name),
    next: HERE,
    points: (/** @type {{ kind: string, name: string }} */ reference) =>
      reference.kind === 'secret' && reference.name === name,
    crumbs: [{ label: t('admin.settings.secrets'), url: HERE }],
  };
}
