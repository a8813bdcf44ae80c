import { attrs, html } from '@plinth/plugin';
import { MAIL_STATES } from '@plinth/data';
import { requireRecentLogin } from '@plinth/server/auth';
import { plainBlock } from '@plinth/server/pages';
import { inputs, partsFor, routed, saves, shows, tries } from '../../frame/index.js';
import { STATE_STYLES, answerText, problemText } from './mail-words.js';
import { settingsTabs } from './settings-tabs.js';

/** @import { ListedMail } from '@plinth/data' */
/** @import { AdminPage, Form, Outcome, Request, Tried } from '../../types.d.ts' */

const HERE = '/admin/settings/outbox';
const recent = requireRecentLogin();

/** E-mail that waits, was sent or failed. */
export const screen = {
  path: '/settings/outbox',
  title: 'admin.settings.outbox',
  first: true,
  routes: routed({
    'GET /': [recent, shows(show)],
    'POST /': [recent, saves(saveKeepDays, show)],
    'GET /:id': [recent, shows(showMail)],
    'POST /:id/retry': [recent, tries(retry, () => HERE)],
    'POST /:id/cancel': [recent, tries(cancel, () => HERE)],
  }),
};

/** @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
async function saveKeepDays({ ctx: { app, author, t } }, form) {
  await app.data.outbox.setKeepDays(author, form.get('keepDays') ?? '');
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

/** @param {Request} req @param {Tried} tried @returns {Promise<AdminPage>} */
async function show(req, tried) {
  const { t, app, actor } = req.ctx;
  const { empty, icon } = partsFor(req);
  const { outbox } = app.data;
  const [state, to, after] = ['state', 'q', 'after'].map((name) => req.query.get(name));
  const [{ mails, next }, isSetUp, keepDays] = await Promise.all([
    outbox.list(actor, { state, to, after }),
    app.mail.ready(),
    outbox.keepDays(actor),
  ]);
  const isFiltered = Boolean(state || to || after);
  const missing = html`<div class="alert alert-warning" role="note">${icon('alert-triangle')}<div class="flex-fill">
    <strong>${t('admin.outbox.notSetUp')}</strong> <a href="/admin/settings/mail">${t('admin.outbox.setUp')}</a></div></div>`;
  const none = html`<div class="card mb-4">${empty('mail', t('admin.outbox.none'), t('admin.outbox.noneHelp'))}</div>`;
  const list = html`${filterForm(req, { state, to })}${mailTable(req, mails, isSetUp)}${moreLink(req, next)}`;
  return {
    title: t('admin.nav.settings'),
    lead: t('admin.outbox.lead'),
    errors: tried.errors,
    tabs: settingsTabs(req, 'outbox'),
    body: html`${!isSetUp && missing}${mails.length === 0 && !isFiltered ? none : list}${keepForm(req, tried, keepDays)}`,
  };
}

/** @param {Request} req @param {{ state: string | null, to: string | null }} filter */
function filterForm(req, { state, to }) {
  const { t } = req.ctx;
  const { options } = partsFor(req);
  const states = [
    { value: '', label: t('admin.outbox.anyState') },
    ...MAIL_STATES.map((value) => ({ value, label: t(`admin.outbox.state.${value}`) })),
  ];
  return html`<form class="adm-filters mb-3" method="get" role="search">
    <input class="form-control" type="search" name="q"${attrs({ value: to ?? '', 'aria-label': t('admin.outbox.search'), placeholder: t('admin.outbox.search') })}>
    <select class="form-select" name="state" aria-label="${t('admin.outbox.state')}">${options(states, state ?? '')}</select>
    <button class="btn">${t('admin.outbox.filter')}</button></form>`;
}

/** @param {Request} req @param {string | null} next */
function moreLink(req, next) {
  if (!next) return null;
  const query = new URLSearchParams({ after: next });
  for (const name of ['q', 'state']) if (req.query.get(name)) query.set(name, String(req.query.get(name)));
  return html`<a class="btn mb-4" href="?${query}">${req.ctx.t('admin.more')}</a>`;
}

/** @param {Request} req @param {ListedMail[]} mails @param {boolean} isSetUp */
function mailTable(req, mails, isSetUp) {
  const { t } = req.ctx;
  const { table } = partsFor(req);
  return table(
    t('admin.settings.outbox'),
    [
      {
        label: t('admin.outbox.subject'),
        cell: ({ id, subject, kind }) =>
          html`<a href="${HERE}/${id}">${subject || t('admin.outbox.noSubject')}</a><div class="small text-secondary fw-normal">${t(`admin.outbox.kind.${kind}`)}</div>`,
      },
      { label: t('admin.outbox.to'), folds: true, class: 'adm-recipient', cell: ({ recipient }) => recipient },
      {
        label: t('admin.outbox.created'),
        folds: true,
        class: 'text-secondary text-nowrap',
        cell: ({ createdAt }) => when(req, createdAt),
      },
      { label: t('admin.outbox.state'), folds: true, cell: (mail) => stateOf(req, mail, isSetUp) },
      {
        label: t('admin.outbox.actions'),
        hidden: true,
        class: 'text-end',
        cell: (mail) => html`<div class="adm-backup-actions">${buttons(req, mail)}</div>`,
      },
    ],
    mails,
    { none: t('admin.nothingFound') },
  );
}

/** @param {Request} req @param {string} at */
const when = ({ ctx: { formats } }, at) =>
  html`<time datetime="${new Date(at).toISOString()}" title="${formats.dateTime(at)}">${formats.relative(at)}</time>`;

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
function buttons(req, { id, state, hasText, recipient, attempts }) {
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

/** @param {Request} req @param {Tried} tried @param {number} keepDays */
function keepForm(req, tried, keepDays) {
  const { t } = req.ctx;
  return partsFor(req).form({
    action: HERE,
    submit: t('admin.save'),
    class: 'card adm-form mb-4',
    heading: t('admin.outbox.keep'),
    controls: inputs(req, tried, [
      {
        name: 'keepDays',
        type: 'number',
        label: 'admin.outbox.keepDays',
        help: 'admin.outbox.keepHelp',
        value: String(keepDays),
        required: true,
        attrs: { min: 1, max: 3650, step: 1, inputmode: 'numeric' },
      },
    ]),
  });
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
    actions: buttons(req, mail),
    body: html`<div class="card"><div class="card-body">
      <dl class="adm-facts mb-3">${facts.map(({ label, value }) => html`<div><dt>${label}</dt><dd class="text-break">${value}</dd></div>`)}</dl>
      ${text === undefined ? html`<p class="text-secondary mb-0">${hidden}</p>` : html`<pre class="adm-mail mb-0">${text}</pre>`}</div></div>`,
  };
}
