/** @import { Translate } from '@plinth/plugin' */
/** @import { Composed, MailContent } from '@plinth/data' */

/** Stands where the link goes in a text, so that the link can be a button. */
const LINK = '\u0001';

// Plinth's own mails, in the reader's language. Links use the configured base URL, since a request's headers can't be
// trusted.

/** @param {Translate} t @param {string} locale @param {{ name: string, link: string }} about @returns {Composed} */
export function resetMail(t, locale, { name, link }) {
  const subject = t('auth.reset.mail_subject');
  return {
    subject,
    content: around(locale, t('auth.reset.mail', { name, link: LINK }), { button: subject, url: link }),
  };
}

/**
 * @param {Translate} t @param {string} locale
 * @param {{ by: string, site: string, link: string, days: number }} about by: who invites
 * @returns {Composed}
 */
export function invitationMail(t, locale, { by, site, link, days }) {
  const text = t('auth.invitation.mail', { by, site, count: days, link: LINK });
  const content = around(locale, text, { button: t('auth.invitation.accept'), url: link });
  return { subject: t('auth.invitation.subject', { site }), content };
}

/** @param {Translate} t @param {string} locale @returns {Composed} */
export const testMail = (t, locale) => ({
  subject: t('admin.mail.testSubject'),
  content: { locale, blocks: [{ text: t('admin.mail.testText') }] },
});

/** @param {string} locale @param {string} text with LINK @param {{ button: string, url: string }} button @returns {MailContent} */
function around(locale, text, button) {
  const [before, after = ''] = text.split(LINK);
  const blocks = [{ text: before.trim() }, button, { text: after.trim() }];
  return { locale, blocks: blocks.filter((block) => !('text' in block) || block.text !== '') };
}
