import { roleLabel } from '../../frame/index.js';
import { summaryText } from '../../summary-text.js';

/** @import { Request, SecurityEvent } from '../../types.d.ts' */

/** Written by an edit of the app in English, like its revision. */
const SUMMARIES = new Set(['rights-changed', 'edit-undone']);
const OF_GROUP = /^group (\S+): (.*)$/s;

/**
 * The details of a security log entry besides who and when, translated: the log itself stores names.
 *
 * @param {SecurityEvent} event @param {Request} req
 * @returns {string}
 */
export function eventDetails({ kind, what }, req) {
  const { t } = req.ctx;
  const role = (/** @type {string} */ name) => roleLabel(req, name);
  if (SUMMARIES.has(kind)) return summaryText(what, t, req.ctx.app.registry);
  if (kind === 'user-made') return what.split(', ').filter(Boolean).map(role).join(', ');
  if (kind !== 'roles-changed') return what;
  const [, group = '', changes = what] = OF_GROUP.exec(what) ?? [];
  const named = changes.split(' ').map((/** @type {string} */ change) => {
    const name = change.slice(1);
    // Joining and leaving a group is written as +member and -member.
    return `${change.startsWith('-') ? '−' : '+'} ${name === 'member' ? t('admin.security.member') : role(name)}`;
  });
  return group ? t('admin.security.inGroup', { group, changes: named.join(', ') }) : named.join(', ');
}
