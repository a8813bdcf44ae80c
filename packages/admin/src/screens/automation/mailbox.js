import { html } from '@plinth/plugin';
import { partsFor, routed, saves, shows } from '../../frame/index.js';
import { runErrorText } from '@plinth/server/pages';
import { triggerOf, triggerPage } from './trigger.js';
import { triggerUrl } from './trigger-words.js';

/** @import { AdminPage, Form, Outcome, Request, Tried } from '../../types.d.ts' */
/** @import { MailboxState } from '@plinth/data' */

/** The mailbox of a trigger that mails start: whether it can be reached, and what failed last. */
export const screen = {
  path: '/automation',
  title: 'admin.automation.mailbox',
  first: true,
  routes: routed({
    'GET /:trigger/mailbox': shows(show),
    'POST /:trigger/mailbox/check': saves(check, show),
    'POST /:trigger/mailbox/read': saves(read, show),
  }),
};

/** @param {Request} req @param {Form} _form @returns {Promise<Outcome>} */
async function check(req, _form) {
  const { app, author, t } = req.ctx;
  const { id } = triggerOf(req);
  const { folder, count } = await app.data.automation.mailboxes.check(author, id);
  return { next: triggerUrl(id, 'mailbox'), said: t('admin.automation.mailboxReached', { folder, count }) };
}

/** @param {Request} req @param {Form} _form @returns {Promise<Outcome>} */
async function read(req, _form) {
  const { app, author, t } = req.ctx;
  const { id } = triggerOf(req);
  const found = await app.data.automation.mailboxes.read(author, id);
  const next = triggerUrl(id, 'mailbox');
  if (!found) return { next, said: t('admin.automation.mailboxBusy'), kind: 'warning' };
  return { next, said: t('admin.automation.mailboxRead', { count: found.started }) };
}

/** @param {Request} req @param {Tried} tried @returns {Promise<AdminPage>} */
async function show(req, { errors }) {
  const { app, actor, t } = req.ctx;
  const { post } = partsFor(req);
  const { id, options, enabled } = triggerOf(req);
  const state = await app.data.automation.mailboxes.state(actor, id);
  const isSure = state !== null && state.lookedAt !== null && state.error === null;
  const button = (/** @type {string} */ what, /** @type {string} */ label, isFirst = false) =>
    post(triggerUrl(id, 'mailbox', what), t(label), { style: isFirst ? 'btn btn-primary' : 'btn' });
  const body = html`<div class="card"><div class="card-body">
      <h2 class="h3 text-break">${options.username}</h2>
      ${state?.error && !errors.message && problem(req, state)}
      <p>${enabled ? said(req, state) : t('admin.automation.mailboxOff')}</p>
      ${state && state.skipped > 0 && html`<p class="text-secondary">${t('admin.automation.mailboxSkipped', { count: state.skipped })}</p>`}
      <div class="d-flex flex-wrap gap-2 mb-3">${button('check', 'admin.automation.mailboxCheck', !isSure)}${enabled && button('read', 'admin.automation.mailboxNow', isSure)}</div>
      <p class="text-secondary mb-0">${t('admin.automation.mailboxHelp')}</p>
    </div></div>`;
  return triggerPage(req, { tab: 'mailbox', body, errors });
}

/** @param {Request} req @param {MailboxState | null} state */
function said(req, state) {
  const { t, formats } = req.ctx;
  if (!state?.lookedAt) return t('admin.automation.mailboxNever');
  return t('admin.automation.mailboxLooked', { when: formats.relative(state.lookedAt) });
}

/** What failed last. @param {Request} req @param {MailboxState} state */
function problem(req, { error, failures, nextAt }) {
  const { t, formats } = req.ctx;
  const text = error && runErrorText(error, t);
  return html`<div class="alert alert-danger" role="alert"><div><div class="fw-medium text-break">${text?.message}</div>${text?.hint && html`<div>${text.hint}</div>`}
    <div class="small">${t('admin.automation.mailboxFailed', { count: failures, when: formats.relative(nextAt) })}</div></div></div>`;
}
