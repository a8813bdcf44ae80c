/** @import { SettingsSchema, Values } from '@plinth/plugin' */
import { html } from '@plinth/plugin';
import { boolean, integer, time } from '@plinth/plugin/settings';
import { removeBackup, sendBackup } from '@plinth/server/backups';
import { requireRecentLogin } from '@plinth/server/auth';
import { buttons, column, listScreen, partsFor, routed, saves, shows, task, tasks, tries } from '../../frame/index.js';
import { backupState, megabytes } from '../../frame/backup-state.js';
import { restoreAlert, showRestore, startRestore, tellRestore } from './restore-backup.js';
import { settingsTabs } from './settings-tabs.js';

/** @import { Outcome, Request, Response } from '../../types.d.ts' */

const HERE = '/admin/settings/backups';
const recent = requireRecentLogin();

const KEPT = /** @type {const} */ (['last', 'daily', 'weekly', 'monthly']);

/** @type {SettingsSchema} */
const SCHEDULE = [
  boolean('enabled', 'admin.backups.enabled'),
  time('at', 'admin.backups.at', { required: true }),
  ...KEPT.map((name) =>
    integer(name, `admin.backups.${name}`, { required: true, min: name === 'last' ? 1 : 0, max: 1000 }),
  ),
];

const LIST = listScreen({
  title: 'admin.nav.settings',
  caption: 'admin.backups.all',
  lead: 'admin.backups.lead',
  icon: 'database-export',
  empty: 'admin.backups.none',
  tabs: (req) => settingsTabs(req, 'backups'),
  above: stateCard,
  of: async ({ ctx: { app, actor } }) => /** @type {Values[]} */ (await app.data.backups.list(actor)),
  columns: (req, { t, when }) => [
    column('admin.backups.when', ({ startedAt }) => when(startedAt)),
    column('admin.backups.result', (backup) => resultOf(req, backup)),
    column('admin.backups.size', ({ bytes }) => (bytes === null ? '' : megabytes(req, bytes)), 'text-secondary'),
    column('admin.backups.reason', ({ reason }) => t(`admin.backups.by.${reason}`), 'text-secondary'),
    buttons((backup) => buttonsOf(req, backup)),
  ],
  settings: {
    url: HERE,
    heading: 'admin.backups.schedule',
    label: 'admin.save',
    schema: ({ ctx: { t, catalog } }) =>
      SCHEDULE.map((one) =>
        one.name === 'at'
          ? { ...one, label: t('admin.backups.at', { zone: catalog.settings.timeZone ?? 'UTC' }) }
          : one,
      ),
    values: async ({ ctx: { app, actor } }) => (await app.data.backups.summary(actor)).schedule,
    save,
  },
  below({ ctx: { app, t } }) {
    const about = t(app.config.backupPassphrase ? 'admin.backups.encrypted' : 'admin.backups.notEncrypted');
    return html`<p class="text-secondary">${about} ${t('admin.backups.restoreHelp')}</p>`;
  },
});

/** Backups: when the last good one was made, all there are, and the schedule. */
export const screen = {
  path: '/settings/backups',
  title: 'admin.settings.backups',
  help: 'guide/backups',
  finds: tasks(task('backup', '/admin/settings/backups')),
  first: true,
  routes: routed({
    ...LIST,
    'POST /now': [recent, tries(start, () => HERE)],
    'GET /restore-state': tellRestore,
    'GET /:id/download': [recent, download],
    'GET /:id/restore': [recent, shows(showRestore)],
    'POST /:id/restore': [recent, saves(startRestore, showRestore)],
    'POST /:id/delete': [recent, tries(remove, () => HERE)],
  }),
};

/** @param {Request} req @param {Values} schedule @returns {Promise<Outcome>} */
async function save({ ctx: { app, author, t } }, { enabled, ...schedule }) {
  await app.data.backups.setSchedule(author, { ...schedule, enabled: enabled === true });
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

/** How backups stand, and making one now. @param {Request} req */
async function stateCard(req) {
  const { t, icon, post } = partsFor(req);
  const summary = await req.ctx.app.data.backups.summary(req.ctx.actor);
  const { text, tone } = backupState(req, summary);
  const button = post(`${HERE}/now`, html`${icon('database-export')} ${t('admin.backups.now')}`, {
    style: 'btn btn-primary',
  });
  return html`${restoreAlert(req)}<section class="card mb-4" aria-label="${t('admin.backups.state')}"><div class="card-body adm-backups d-flex flex-wrap align-items-center justify-content-between">
    <p class="mb-0${tone === 'ok' ? '' : ' text-danger'}" role="status">${icon(tone === 'ok' ? 'circle-check' : 'alert-triangle')} ${text}</p>
    ${summary.running ? html`<a class="btn" href="${HERE}">${icon('refresh')} ${t('admin.backups.refresh')}</a>` : button}
  </div></section>`;
}

/** @param {Request} req @param {Values} backup */
function buttonsOf(req, { id, file, finishedAt, error, reason, startedAt }) {
  const { t, icon, bin } = partsFor(req);
  const isHere = finishedAt && !error && reason !== 'command';
  const remove = () =>
    bin(`${HERE}/${id}/delete`, file, {
      style: 'btn btn-sm btn-icon btn-ghost-danger',
      confirm: t('admin.backups.confirmDelete', { when: req.ctx.formats.dateTime(startedAt) }),
    });
  return html`<div class="d-inline-flex align-items-center gap-1">${
    isHere &&
    html`<a class="btn btn-sm" href="${HERE}/${id}/download">${icon('download')} ${t('admin.backups.download')}</a>
      <a class="btn btn-sm" href="${HERE}/${id}/restore">${icon('history')} ${t('admin.restore.open')}</a>`
  }${finishedAt && remove()}</div>`;
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
