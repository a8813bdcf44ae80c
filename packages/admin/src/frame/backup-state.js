/** @import { Request } from '../types.d.ts' */
import { html } from '@plinth/plugin';
import { partsFor } from './index.js';

const HOUR = 3_600_000;
/** One day may be missed; the second is told. */
const TOO_OLD = 49 * HOUR;

/** @typedef {Awaited<ReturnType<import('../types.d.ts').App['data']['backups']['summary']>>} Summary */

/**
 * How backups stand, in a sentence.
 *
 * @param {Request} req @param {Summary} summary
 * @returns {{ text: string, tone: 'ok' | 'warn' }}
 */
export function backupState({ ctx: { t, formats } }, { good, newest, running, schedule, now }) {
  const when = good ? formats.relative(good.startedAt) : '';
  if (running) return { text: t('admin.backups.state.running'), tone: 'ok' };
  if (newest?.error)
    return {
      text: good ? t('admin.backups.state.failed', { when }) : t('admin.backups.state.failedFirst'),
      tone: 'warn',
    };
  const age = Date.parse(now) - Date.parse(good?.startedAt ?? schedule.since);
  if (!schedule.enabled && !good) return { text: t('admin.backups.state.off'), tone: 'warn' };
  if (age > TOO_OLD)
    return { text: good ? t('admin.backups.state.old', { when }) : t('admin.backups.state.never'), tone: 'warn' };
  if (!good) return { text: t('admin.backups.state.soon', { at: schedule.at }), tone: 'ok' };
  return { text: t(good.testedAt ? 'admin.backups.state.tested' : 'admin.backups.state.made', { when }), tone: 'ok' };
}

/** One line for the first screen of the admin. @param {Request} req */
export async function backupLine(req) {
  const { app, actor } = req.ctx;
  const { icon } = partsFor(req);
  const { text, tone } = backupState(req, await app.data.backups.summary(actor));
  const style = tone === 'ok' ? 'text-secondary' : 'text-danger';
  return html`<p class="adm-backup-line small ${style}"><a class="text-reset" href="/admin/settings/backups">${icon(tone === 'ok' ? 'circle-check' : 'alert-triangle')} ${text}</a></p>`;
}

/** @param {Request} req @param {number} bytes */
export const megabytes = ({ ctx: { formats } }, bytes) =>
  bytes < 1024 * 1024
    ? `${formats.number(Math.ceil(bytes / 1024))} KB`
    : `${formats.number(Math.round(bytes / 1024 / 1024))} MB`;
