/** @import { Translate } from '@plinth/plugin' */

/** What went wrong with a mail, by the codes that the outbox stores, in words. @param {Translate} t @param {string} code */
export const problemText = (t, code) => t(`admin.mail.problem.${code}`);

/** @type {Record<string, string>} */
export const STATE_STYLES = {
  ...{ waiting: 'bg-yellow-lt', sending: 'bg-blue-lt', sent: 'bg-green-lt' },
  ...{ failed: 'bg-red-lt', unclear: 'bg-red-lt', cancelled: '' },
};
