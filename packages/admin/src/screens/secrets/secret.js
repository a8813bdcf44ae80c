import { html } from '@plinth/plugin';
import { requireRecentLogin } from '@plinth/server/auth';
import { deletion, partsFor, routed, savesSettings, shows } from '../../frame/index.js';
import { ABOUT, HERE, nameSetting, secretUrl, stateBadge, usesOfSecret, VALUE, writtenIn } from './secret-words.js';
import { wordOf } from '../../objects/kind-words.js';

/** @import { Values } from '@plinth/plugin' */
/** @import { AdminPage, Outcome, Request, Tried } from '../../types.d.ts' */

const RENAMED = [nameSetting('admin.secrets.renameHelp'), ...ABOUT];

/** One secret: what it is for, its value replaced, where it is used. */
export const screen = {
  path: HERE.slice('/admin'.length),
  title: 'admin.kind.secret',
  routes: routed(
    {
      'GET /:secret': shows(show),
      'POST /:secret/about': savesSettings(RENAMED, save, show),
      'POST /:secret/value': savesSettings(VALUE, replace, show),
      ...deletion('/:secret/delete', deletionOf),
    },
    requireRecentLogin(),
  ),
};

/** @param {Request} req @param {Values} values @returns {Outcome} */
function save({ params }, { name: typed, ...about }) {
  const name = typed.trim();
  const input = { secret: params.secret, changes: { name, ...writtenIn(about) } };
  return { edit: 'change-secret', input, next: secretUrl(name) };
}

/** @param {Request} req @param {Values} values @returns {Promise<Outcome>} */
async function replace({ ctx: { app, author, t }, params }, { value }) {
  await app.data.secrets.set(author, params.secret, value);
  return { next: secretUrl(params.secret), said: t('admin.secrets.replaced') };
}

/** @param {Request} req @param {Tried} tried @returns {Promise<AdminPage>} */
async function show(req, tried) {
  const { t, formats, app, actor } = req.ctx;
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
      ${state === 'locked' && html`<p>${t('admin.secrets.lost')}</p>`}`,
    schema: VALUE,
    tried: isValue ? tried : asOpened,
  });
  const about = form({
    class: 'card adm-form mb-4',
    action: `${secretUrl(name)}/about`,
    submit: t('admin.save'),
    cancel: HERE,
    heading: t('admin.secrets.about'),
    of: id,
    schema: RENAMED,
    values: { name, description: secret.description, hosts: secret.hosts.join(', ') },
    tried: isValue ? asOpened : tried,
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
