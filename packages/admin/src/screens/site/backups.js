/** @import { Values } from '@plinth/plugin' */
import { html } from '@plinth/plugin';
import { removeBackup, sendBackup } from '@plinth/server/backups';
import { requireRecentLogin } from '@plinth/server/auth';
import { inputs, partsFor, routed, saves, shows, tries } from '../../frame/index.js';
import { backupState, megabytes } from '../../frame/backup-state.js';
import { settingsTabs } from './settings-tabs.js';

/** @import { AdminPage, Form, Outcome, Request, Response, Tried } from '../../types.d.ts' */

const HERE = '/admin/settings/backups';
const recent = requireRecentLogin();

/** Backups: when the last good one was made, all there are, and the schedule. */
export const screen = {
  path: '/settings/backups',
  title: 'admin.settings.backups',
  first: true,
  routes: routed({
    'GET /': shows(show),
    'POST /': saves(save, show),
    'POST /now': [recent, tries(start, () => HERE)],
    'GET /:id/download': [recent, download],
    'POST /:id/delete': [recent, tries(remove, () => HERE)],
  }),
};

/** @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
async function save({ ctx: { app, author, t } }, form) {
  const counts = Object.fromEntries(KEPT.map((name) => [name, form.get(name) ?? '']));
  const schedule = {
    enabled: form.get('enabled') === 'true',
    at: (form.get('at') ?? '').trim().slice(0, 5),
    ...counts,
  };
  await app.data.backups.setSchedule(author, schedule);
  return { next: HERE, said: t('admin.saved') };
}

/** @param {Request} req @returns {Promise<Outcome>} */
async function start({ ctx: { app, author, actor, t } }) {
  const { running } = await app.data.backups.summary(actor);
  if (!running) await app.backups.start(author);
  return { next: HERE, said: t(running ? 'admin.backups.alreadyRunning' : 'admin.backups.started') };
}

/** @param {Request} req @param {Response} res */
async function download(req, res) {
  const { app, author } = req.ctx;
  await sendBackup({
    config: app.config,
    backups: app.data.backups,
    actor: author,
    id: String(req.params.id),
    req,
    res,
  });
}

/** @param {Request} req @returns {Promise<Outcome>} */
async function remove({ ctx: { app, author, t }, params }) {
  await removeBackup({ config: app.config, backups: app.data.backups, actor: author, id: String(params.id) });
  return { next: HERE, said: t('admin.backups.deleted') };
}

const KEPT = /** @type {const} */ (['last', 'daily', 'weekly', 'monthly']);

/** @param {Request} req @param {Tried} tried @returns {Promise<AdminPage>} */
async function show(req, tried) {
  const { t, app, actor } = req.ctx;
  const { icon, post } = partsFor(req);
  const summary = await app.data.backups.summary(actor);
  const list = await app.data.backups.list(actor);
  const { text, tone } = backupState(req, summary);
  const button = post(`${HERE}/now`, html`${icon('database-export')} ${t('admin.backups.now')}`, {
    style: 'btn btn-primary',
  });
  const state = html`<section class="card mb-4" aria-label="${t('admin.backups.state')}"><div class="card-body adm-backups">
    <p class="mb-0${tone === 'ok' ? '' : ' text-danger'}" role="status">${icon(tone === 'ok' ? 'circle-check' : 'alert-triangle')} ${text}</p>
    ${summary.running ? html`<a class="btn" href="${HERE}">${icon('refresh')} ${t('admin.backups.refresh')}</a>` : button}
  </div></section>`;
  return {
    title: t('admin.nav.settings'),
    lead: t('admin.backups.lead'),
    errors: tried.errors,
    tabs: settingsTabs(req, 'backups'),
    body: html`${state}${backupList(req, list)}${scheduleForm(req, tried, summary.schedule)}
      <p class="text-secondary">${t(app.config.backupPassphrase ? 'admin.backups.encrypted' : 'admin.backups.notEncrypted')}
      ${t('admin.backups.restoreHelp')}</p>`,
  };
}

/** @param {Request} req @param {Values[]} list */
function backupList(req, list) {
  const { t, formats } = req.ctx;
  const { table, icon, post, empty } = partsFor(req);
  if (list.length === 0)
    return html`<div class="card mb-4">${empty('database-export', t('admin.backups.none'), t('admin.backups.noneHelp'))}</div>`;
  const when = (/** @type {string} */ at) =>
    html`<time datetime="${at}" title="${formats.dateTime(at)}">${formats.relative(at)}</time>`;
  return table(
    t('admin.backups.all'),
    [
      { label: t('admin.backups.when'), cell: ({ startedAt }) => when(startedAt) },
      { label: t('admin.backups.result'), folds: true, cell: (backup) => resultOf(req, backup) },
      {
        label: t('admin.backups.size'),
        folds: true,
        class: 'text-secondary',
        cell: ({ bytes }) => (bytes === null ? '' : megabytes(req, bytes)),
      },
      {
        label: t('admin.backups.reason'),
        folds: true,
        class: 'text-secondary',
        cell: ({ reason }) => t(`admin.backups.by.${reason}`),
      },
      {
        label: t('admin.backups.actions'),
        hidden: true,
        class: 'text-end',
        cell: ({ id, file, finishedAt, error, reason, startedAt }) => html`<div class="adm-backup-actions">
          ${finishedAt && !error && reason !== 'command' && html`<a class="btn btn-sm" href="${HERE}/${id}/download">${icon('download')} ${t('admin.backups.download')}</a>`}
          ${
            finishedAt &&
            post(`${HERE}/${id}/delete`, icon('trash'), {
              style: 'btn btn-sm btn-icon btn-ghost-danger',
              says: t('admin.deleteNamed', { name: file }),
              confirm: t('admin.backups.confirmDelete', { when: formats.dateTime(startedAt) }),
            })
          }</div>`,
      },
    ],
    list,
  );
}

/** @param {Request} req @param {any} backup */
function resultOf(req, { finishedAt, error, errorHint, testedAt, untested, missing, encrypted }) {
  const { t } = req.ctx;
  const { badge } = partsFor(req);
  if (!finishedAt) return badge(t('admin.backups.unfinished'));
  if (error)
    return html`${badge(t('admin.backups.failed'), 'bg-red-lt')}<div class="small text-secondary">${error}${errorHint && html`. ${errorHint}`}</div>`;
  const state = testedAt ? badge(t('admin.backups.tested'), 'bg-green-lt') : badge(t('admin.backups.made'));
  return html`<div class="adm-badges">${state}${encrypted && badge(t('admin.backups.isEncrypted'))}</div>${
    untested && html`<div class="small text-secondary">${t('admin.backups.untested', { reason: untested })}</div>`
  }${missing > 0 && html`<div class="small text-danger">${t('admin.backups.missing', { count: missing })}</div>`}`;
}

/** @param {Request} req @param {Tried} tried @param {any} schedule */
function scheduleForm(req, tried, schedule) {
  const { t, catalog } = req.ctx;
  const counts = KEPT.map((name) => ({
    name,
    type: 'number',
    label: `admin.backups.${name}`,
    value: schedule[name],
    required: true,
    attrs: { min: name === 'last' ? 1 : 0, max: 1000, step: 1, inputmode: 'numeric' },
  }));
  return partsFor(req).form({
    action: HERE,
    heading: t('admin.backups.schedule'),
    submit: t('admin.save'),
    class: 'card adm-form mb-4',
    controls: inputs(req, tried, [
      { name: 'enabled', type: 'switch', label: 'admin.backups.enabled', value: schedule.enabled },
      {
        name: 'at',
        type: 'time',
        label: t('admin.backups.at', { zone: catalog.settings.timeZone ?? 'UTC' }),
        value: schedule.at,
        required: true,
      },
      ...counts,
    ]),
  });
}
