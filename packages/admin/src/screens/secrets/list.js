import { html } from '@plinth/plugin';
import { requireRecentLogin } from '@plinth/server/auth';
import { column, listScreen, partsFor, routed, savesSettings, shows, task, tasks } from '../../frame/index.js';
import { settingsTabs } from '../site/settings-tabs.js';
import { ABOUT, HERE, nameSetting, secretUrl, stateBadge, usesOfSecret, VALUE, writtenIn } from './secret-words.js';

/** @import { ListedSecret } from '@plinth/data' */
/** @import { Values } from '@plinth/plugin' */
/** @import { AdminPage, Outcome, Request, Tried } from '../../types.d.ts' */

const LIST = listScreen({
  title: 'admin.nav.settings',
  caption: 'admin.settings.secrets',
  lead: 'admin.secrets.lead',
  icon: 'key',
  empty: 'admin.secrets.empty',
  emptyHelp: ({ ctx: { t } }) => t('admin.secrets.emptyHelp', { example: '{{ secrets.name }}' }),
  add: { url: `${HERE}/~new`, label: 'admin.secrets.new' },
  tabs: (req) => settingsTabs(req, 'secrets'),
  of: async ({ ctx: { app, actor } }) => /** @type {ListedSecret[]} */ (await app.data.secrets.list(actor)),
  columns: (req) => [
    column('admin.kind.secret', ({ name }) => html`<a href="${secretUrl(name)}"><code>${name}</code></a>`),
    column('admin.secrets.state', (secret) => stateBadge(req, secret)),
    column('admin.description', ({ description }) => description),
    column('admin.secrets.usedIn', ({ name }) =>
      req.ctx.t('admin.secrets.places', { count: usesOfSecret(req, name).length }),
    ),
    column(
      'admin.secrets.changed',
      ({ changedAt }) => changedAt && req.ctx.formats.dateTime(changedAt),
      'text-secondary',
    ),
  ],
  above({ ctx: { t } }, _tried, secrets) {
    const isLost = secrets.some(({ state }) => state === 'locked');
    return isLost && html`<div class="alert alert-warning" role="alert">${t('admin.secrets.lost')}</div>`;
  },
  below: keyCard,
});

const NEW = [nameSetting('admin.secrets.nameHelp'), ...VALUE, ...ABOUT];

/** Secrets, and a new one. No secret's name is "~new". */
export const screen = {
  path: HERE.slice('/admin'.length),
  title: 'admin.settings.secrets',
  help: 'guide/secrets',
  finds: tasks(task('secret', '/admin/settings/secrets')),
  first: true,
  routes: routed(
    { ...LIST, 'GET /~new': shows(showNew), 'POST /~new': savesSettings(NEW, create, showNew) },
    requireRecentLogin(),
  ),
};

/** Where the key lies, which a backup doesn't hold. @param {Request} req */
function keyCard({ ctx: { t, app } }) {
  const { keyFile } = app.data.secrets;
  const text = keyFile ? t('admin.secrets.keyFile', { file: keyFile }) : t('admin.secrets.keyConfigured');
  return html`<p class="text-secondary mt-3">${text}</p>`;
}

/** @param {Request} req @param {Tried} tried @returns {AdminPage} */
function showNew(req, tried) {
  const { t } = req.ctx;
  return {
    title: t('admin.secrets.new'),
    icon: 'key',
    errors: tried.errors,
    crumbs: [{ label: t('admin.settings.secrets'), url: HERE }],
    body: partsFor(req).form({
      action: `${HERE}/~new`,
      submit: t('admin.secrets.create'),
      cancel: HERE,
      schema: NEW,
      tried,
    }),
  };
}

/** @param {Request} req @param {Values} values @returns {Promise<Outcome>} */
async function create({ ctx: { app, author, t } }, { name: typed, value, ...about }) {
  const { secrets } = app.data;
  const name = typed.trim();
  secrets.check(value);
  await app.data.edit(author, 'add-secret', { secret: { name, ...writtenIn(about) } });
  await secrets.set(author, name, value);
  return { next: secretUrl(name), said: t('admin.saved') };
}
