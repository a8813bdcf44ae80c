/** @import { Translate } from '@plinth/plugin' */

/** What went wrong with a mail, by the codes that the outbox stores, in words. @param {Translate} t @param {string} code */
export const problemText = (t, code) => t(`admin.mail.problem.${code}`);

/** What came with it: words of the mail server begin with a reply code (RFC 5321, 4.2); all others are ours. @param {Translate} t @param {string} answer */
export const answerText = (t, answer) =>
  t(/^\d{3}\b/.test(answer) ? 'admin.mail.serverSaid' : 'admin.mail.details', { answer });

/** @type {Record<string, string>} */
export const STATE_STYLES = {
  waiting: 'bg-warning-lt',
  sending: 'bg-info-lt',
  sent: 'bg-success-lt',
  failed: 'bg-danger-lt',
  unclear: 'bg-danger-lt',
  cancelled: '',
};
