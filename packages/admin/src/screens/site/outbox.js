import { html } from '@plinth/plugin';
import { integer } from '@plinth/plugin/settings';
import { MAIL_STATES } from '@plinth/data';
import { requireRecentLogin } from '@plinth/server/auth';
import { plainBlock } from '@plinth/server/pages';
import { buttons, column, listScreen, partsFor, routed, shows, task, tasks, tries } from '../../frame/index.js';
import { STATE_STYLES, answerText, problemText } from './mail-words.js';
import { settingsTabs } from './settings-tabs.js';

/** @import { ListedMail } from '@plinth/data' */
/** @import { Values } from '@plinth/plugin' */
/** @import { AdminPage, Outcome, Request } from '../../types.d.ts' */

const HERE = '/admin/settings/outbox';

const LIST = listScreen({
  title: 'admin.nav.settings',
  caption: 'admin.settings.outbox',
  lead: 'admin.outbox.lead',
  icon: 'mail',
  empty: 'admin.outbox.none',
  tabs: (req) => settingsTabs(req, 'outbox'),
  async of({ ctx: { app, actor }, query }) {
    const asked = { state: query.get('state'), to: query.get('q'), after: query.get('after') };
    const { mails, next } = await app.data.outbox.list(actor, asked);
    return { rows: /** @type {ListedMail[]} */ (mails), next };
  },
  filters: () => ({
    words: 'admin.outbox.search',
    choices: [
      {
        name: 'state',
        label: 'admin.outbox.state',
        any: 'admin.outbox.anyState',
        options: MAIL_STATES.map((value) => ({ value, label: `admin.outbox.state.${value}` })),
      },
    ],
  }),
  async columns(req, { t, when }) {
    const isSetUp = await req.ctx.app.mail.ready();
    return [
      column('admin.outbox.subject', ({ id, subject, kind }) => {
        const link = html`<a href="${HERE}/${id}">${subject || t('admin.outbox.noSubject')}</a>`;
        return html`${link}<div class="small text-secondary fw-normal">${t(`admin.outbox.kind.${kind}`)}</div>`;
      }),
      column('admin.outbox.to', ({ recipient }) => recipient, 'adm-recipient'),
      column('admin.outbox.created', ({ createdAt }) => when(createdAt), 'text-secondary text-nowrap'),
      column('admin.outbox.state', (mail) => stateOf(req, mail, isSetUp)),
      buttons((mail) => html`<div class="d-inline-flex align-items-center gap-1">${buttonsOf(req, mail)}</div>`),
    ];
  },
  async above(req) {
    const { t, icon } = partsFor(req);
    if (await req.ctx.app.mail.ready()) return '';
    return html`<div class="alert alert-warning" role="note">${icon('alert-triangle')}<div class="flex-fill">
      <strong>${t('admin.outbox.notSetUp')}</strong> <a href="/admin/settings/mail">${t('admin.outbox.setUp')}</a></div></div>`;
  },
  settings: {
    url: HERE,
    heading: 'admin.outbox.keep',
    label: 'admin.save',
    schema: [
      integer('keepDays', 'admin.outbox.keepDays', {
        help: 'admin.outbox.keepHelp',
        required: true,
        min: 1,
        max: 3650,
      }),
    ],
    values: async ({ ctx: { app, actor } }) => ({ keepDays: await app.data.outbox.keepDays(actor) }),
    save: saveKeepDays,
  },
});

/** E-mail that waits, was sent or failed. */
export const screen = {
  path: '/settings/outbox',
  title: 'admin.settings.outbox',
  help: 'guide/mail#the-outbox',
  finds: tasks(task('outbox', '/admin/settings/outbox')),
  first: true,
  routes: routed(
    {
      ...LIST,
      'GET /:id': shows(showMail),
      'POST /:id/retry': tries(retry, () => HERE),
      'POST /:id/cancel': tries(cancel, () => HERE),
    },
    requireRecentLogin(),
  ),
};

/** @param {Request} req @param {Values} values @returns {Promise<Outcome>} */
async function saveKeepDays({ ctx: { app, author, t } }, { keepDays }) {
  await app.data.outbox.setKeepDays(author, keepDays);
  return { next: HERE, said: t('admin.saved') };
}

/** @param {Request} req @returns {Promise<Outcome>} */
async function retry({ ctx: { app, author, t }, params }) {
  await app.data.outbox.retry(author, params.id);
  return { next: HERE, said: t('admin.outbox.retried') };
}

/** @param {Request} req @returns {Promise<Outcome>} */
async function cancel({ ctx: { app, author, t }, params }) {
  await app.data.outbox.cancel(author, params.id);
  return { next: HERE, said: t('admin.outbox.cancelled') };
}

/** @param {Request} req @param {ListedMail} mail @param {boolean} isSetUp */
function stateOf(req, { state, error, answer, attempts, dueAt }, isSetUp) {
  const { t, formats } = req.ctx;
  const { badge } = partsFor(req);
  const isRetried = state === 'waiting' && attempts > 0 && isSetUp;
  const notes = [
    state === 'waiting' && !isSetUp && t('admin.outbox.waitsForSetup'),
    error && problemText(t, error),
    error && answer && answerText(t, answer),
    isRetried && t('admin.outbox.nextTry', { count: attempts, when: formats.relative(dueAt) }),
  ].filter(Boolean);
  return html`${badge(t(`admin.outbox.state.${state}`), STATE_STYLES[state])}${notes.map(
    (note) => html`<div class="small text-secondary text-break">${note}</div>`,
  )}`;
}

/** @param {Request} req @param {ListedMail} mail */
function buttonsOf(req, { id, state, hasText, recipient, attempts }) {
  const { t } = req.ctx;
  const { icon, post } = partsFor(req);
  // One that was never tried is sent by itself, as soon as that is possible.
  const isStuck = state === 'waiting' ? attempts > 0 : ['failed', 'cancelled', 'unclear'].includes(state);
  const mayRetry = hasText && isStuck;
  const again = post(`${HERE}/${id}/retry`, html`${icon('refresh')} ${t('admin.outbox.retry')}`, {
    confirm: state === 'unclear' ? t('admin.outbox.confirmUnclear') : undefined,
  });
  const stop = post(`${HERE}/${id}/cancel`, icon('x'), {
    style: 'btn btn-sm btn-icon btn-ghost-danger',
    says: t('admin.outbox.cancelNamed', { to: recipient }),
    confirm: t('admin.outbox.confirmCancel', { to: recipient }),
  });
  return html`${mayRetry && again}${state === 'waiting' && stop}`;
}

/** @param {Request} req @returns {Promise<AdminPage>} */
async function showMail(req) {
  const { t, app, actor, formats } = req.ctx;
  const [mail, isSetUp] = await Promise.all([app.data.outbox.get(actor, req.params.id), app.mail.ready()]);
  const attached = await app.data.outbox.attachments.names(mail.id);
  const text = mail.content?.blocks.map(plainBlock).join('\n\n');
  const hidden = t(mail.isSecret ? 'admin.outbox.secret' : 'admin.outbox.noText');
  const facts = [
    { label: t('admin.outbox.to'), value: mail.recipient },
    { label: t('admin.outbox.created'), value: formats.dateTime(mail.createdAt) },
    { label: t('admin.outbox.state'), value: stateOf(req, mail, isSetUp) },
    mail.doneAt && { label: t('admin.outbox.done'), value: formats.dateTime(mail.doneAt) },
    attached.length > 0 && {
      label: t('admin.outbox.attached'),
      value: attached.map((/** @type {{ name: string }} */ { name }) => name).join(', '),
    },
  ].filter((fact) => typeof fact === 'object' && fact !== null);
  return {
    title: mail.subject || t('admin.outbox.noSubject'),
    icon: 'mail',
    crumbs: [{ label: t('admin.settings.outbox'), url: HERE }],
    actions: buttonsOf(req, mail),
    body: html`<div class="card"><div class="card-body">
      <dl class="adm-facts mb-3">${facts.map(({ label, value }) => html`<div><dt>${label}</dt><dd class="text-break">${value}</dd></div>`)}</dl>
      ${text === undefined ? html`<p class="text-secondary mb-0">${hidden}</p>` : html`<pre class="adm-mail mb-0">${text}</pre>`}</div></div>`,
  };
}
