/** @import { Actor, Catalog, Translate } from '@plinth/plugin' */
/** @typedef {import('@plinth/data').Notification} Notification */
import { rowAddress } from '../places/row-address.js';

/** What admins are told of failed. @type {Readonly<Record<string, string>>} */
const FAILURES = Object.freeze({
  trigger_failed: 'admin.automation.notice',
  workflow_failed: 'admin.automation.workflowNotice',
  mailbox_failed: 'admin.automation.mailboxNotice',
});

/** What one says, before the name of its row. @param {Translate} t @param {Notification} one */
export function noticeText(t, { kind, by, field, text }) {
  const who = by ? by.name || t('comments.gone') : t('comments.system');
  if (kind === 'mention' || kind === 'assigned')
    return { who, said: t(`notifications.${kind}`, { who, field: field ?? '' }) };
  return { who, said: Object.hasOwn(FAILURES, kind) ? t(FAILURES[kind], { text }) : text };
}

/** Where it leads. @param {{ catalog: Catalog, actor: Actor }} reader @param {Notification} one @returns {string | null} */
export function noticeAddress({ catalog, actor }, { kind, about, row }) {
  if (kind === 'trigger_failed' && about) return `/admin/automation/${about}/runs?state=failed`;
  if (kind === 'mailbox_failed' && about) return `/admin/automation/${about}/mailbox`;
  if (kind === 'workflow_failed' && about) return `/admin/automation/workflow-runs/${about}`;
  if (kind === 'task' && about) return `/tasks/${about}`;
  return row ? (rowAddress(catalog, actor, row.table)?.(row.id) ?? null) : null;
}
