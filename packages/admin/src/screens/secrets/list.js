import { html } from '@plinth/plugin';
import { requireRecentLogin } from '@plinth/server/auth';
import { inputs, partsFor, routed, saves, shows } from '../../frame/index.js';
import { settingsTabs } from '../site/settings-tabs.js';
import { HERE, secretUrl, secretInputs, stateBadge, usesOfSecret, valueInput, writtenIn } from './secret-words.js';

/** @import { ListedSecret } from '@plinth/data' */
/** @import { AdminPage, Form, Outcome, Request, Tried } from '../../types.d.ts' */

/** Secrets, and a new one. No secret's name is "~new". */
export const screen = {
  path: HERE.slice('/admin'.length),
  title: 'admin.settings.secrets',
  first: true,
  routes: routed(
    { 'GET /': shows(show), 'GET /~new': shows(showNew), 'POST /~new': saves(create, showNew) },
    requireRecentLogin(),
  ),
};

/** @param {Request} req @returns {Promise<AdminPage>} */
async function show(req) {
  const { t, app, actor, formats } = req.ctx;
  const { empty, table, icon } = partsFor(req);
  const secrets = await app.data.secrets.list(actor);
  const add = html`<a class="btn btn-primary" href="${HERE}/~new">${icon('plus')} ${t('admin.secrets.new')}</a>`;
  const list = table(
    t('admin.settings.secrets'),
    [
      {
        label: t('admin.kind.secret'),
        cell: (/** @type {ListedSecret} */ { name }) => html`<a href="${secretUrl(name)}"><code>${name}</code></a>`,
      },
      { label: t('admin.secrets.state'), cell: (secret) => stateBadge(req, secret), folds: true },
      { label: t('admin.description'), cell: ({ description }) => description, folds: true },
      {
        label: t('admin.secrets.usedIn'),
        cell: ({ name }) => t('admin.secrets.places', { count: usesOfSecret(req, name).length }),
        folds: true,
      },
      {
        label: t('admin.secrets.changed'),
        class: 'text-secondary',
        folds: true,
        cell: ({ changedAt }) => changedAt && formats.dateTime(changedAt),
      },
    ],
    secrets,
  );
  const none = html`<div class="card">${empty(
    'key',
    t('admin.secrets.empty'),
    html`${t('admin.secrets.emptyHelp', { example: '{{ secrets.name }}' })}<br><span class="d-inline-block mt-3">${add}</span>`,
  )}</div>`;
  const lost = secrets.some((/** @type {ListedSecret} */ { state }) => state === 'locked');
  return {
    title: t('admin.nav.settings'),
    lead: t('admin.secrets.lead'),
    tabs: settingsTabs(req, 'secrets'),
    actions: secrets.length > 0 ? add : null,
    body: html`${lost && html`<div class="alert alert-warning" role="alert">${t('admin.secrets.lost')}</div>`}
      ${secrets.length > 0 ? list : none}${keyCard(req)}`,
  };
}

/** Where the key lies, which a backup doesn't hold. @param {Request} req */
function keyCard({ ctx: { t, app } }) {
  const { keyFile } = app.data.secrets;
  const text = keyFile ? t('admin.secrets.keyFile', { file: keyFile }) : t('admin.secrets.keyConfigured');
  return html`<p class="text-secondary mt-3">${text}</p>`;
}

/** @param {Request} req @param {Tried} tried @returns {AdminPage} */
function showNew(req, tried) {
  const { t } = req.ctx;
  const name = {
    name: 'name',
    label: 'admin.name',
    help: 'admin.secrets.nameHelp',
    required: true,
    attrs: { maxlength: 63, autocomplete: 'off', spellcheck: 'false' },
  };
  return {
    title: t('admin.secrets.new'),
    icon: 'key',
    errors: tried.errors,
    crumbs: [{ label: t('admin.settings.secrets'), url: HERE }],
    body: partsFor(req).form({
      action: `${HERE}/~new`,
      submit: t('admin.secrets.create'),
      cancel: HERE,
      controls: inputs(req, tried, [name, valueInput(true), ...secretInputs({ description: '', hosts: [] })]),
    }),
  };
}

/** @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
async function create({ ctx: { app, author, t } }, form) {
  const { secrets } = app.data;
  const value = form.get('value') ?? '';
  const name = (form.get('name') ?? '').trim();
  secrets.check(value);
  await app.data.edit(author, 'add-secret', { secret: { name, ...writtenIn(form) } });
  await secrets.set(author, name, value);
  return { next: secretUrl(name), said: t('admin.saved') };
}
