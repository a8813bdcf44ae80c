import { roleLabel } from '../../frame/index.js';
import { summaryText } from '../../revisions/summary-text.js';

/** @import { Request, SecurityEvent } from '../../types.d.ts' */

/**
 * The details of a security log entry besides who and when, translated: the log itself stores names.
 *
 * @param {SecurityEvent} event @param {Request} req
 * @returns {string}
 */
export function eventDetails({ kind, what, says }, req) {
  const { t } = req.ctx;
  const role = (/** @type {string} */ name) => roleLabel(req, name);
  if (kind === 'user-made') return what.split(', ').filter(Boolean).map(role).join(', ');
  if (kind !== 'roles-changed') return summaryText(says, t);
  const named = (/** @type {unknown} */ changes) =>
    String(changes)
      .split(' ')
      .map((change) => {
        const name = change.slice(1);
        // Joining and leaving a group is written as +member and -member.
        return `${change.startsWith('-') ? '−' : '+'} ${name === 'member' ? t('admin.security.member') : role(name)}`;
      })
      .join(', ');
  if (typeof says !== 'string') return t(says.key, { ...says.params, 1: named(says.params[1]) });
  // An earlier version wrote of members as a sentence.
  return /^[+-]/.test(what) ? named(what) : what;
}
