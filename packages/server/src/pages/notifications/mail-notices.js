/** @import { App, Log } from '../../types.d.ts' */
/** @import { ComposeNotice, MailBlock, Notification } from '@plinth/data' */
import { noticeAddress, noticeText } from './notice-words.js';

/** Kinds that people choose how to get; others count as messages of the app. */
const CHOSEN = new Set(['mention', 'assigned']);

/**
 * Mails about what happened, in each reader's language. Links have the configured base URL.
 *
 * @param {{ data: App['data'], views: App['views'], config: App['config'], log: Log }} parts
 */
export function createNoticeMails({ data, views, config, log }) {
  const { notifications } = data;

  /** @type {ComposeNotice} */
  async function compose(reader, found, isDaily) {
    const catalog = data.catalog();
    const { siteName, locale: own } = catalog.settings;
    const locale = reader.locale && views.locales().includes(reader.locale) ? reader.locale : own;
    const t = views.t(locale);
    const what = isDaily ? 'daily' : CHOSEN.has(found[0].kind) ? found[0].kind : 'other';
    const stop = `${config.baseUrl}/auth/unsubscribe/${await notifications.unsubscribeToken(reader.id, what)}`;
    const words = (/** @type {Notification} */ one) => `${noticeText(t, one).said} ${one.row?.label ?? ''}`.trim();
    /** @param {Notification} one */
    const open = (one) =>
      noticeAddress({ catalog, actor: reader.actor }, one) ? `${config.baseUrl}/notifications/open/${one.id}` : null;
    const all = { button: t('notifications.all'), url: `${config.baseUrl}/notifications` };
    /** @type {MailBlock[]} */
    const blocks = isDaily
      ? [{ list: found.map((one) => ({ text: words(one), url: open(one) })) }, all]
      : [{ text: words(found[0]) }, ...buttonTo(open(found[0]), t('notifications.open'))];
    const subject = isDaily ? `${siteName}: ${t('notifications.digest', { count: found.length })}` : words(found[0]);
    const footer = t('notifications.mail.footer', { site: siteName, link: stop });
    return { subject, content: { locale, blocks, footer, unsubscribe: stop } };
  }

  return {
    /** Puts what is due into the outbox. */
    async send() {
      try {
        await notifications.mailNotifications(compose);
      } catch (error) {
        // The next minute tries again.
        log.warn('notifications could not be mailed', { error: String(error) });
      }
    },
  };
}

/** @param {string | null} url @param {string} button */
const buttonTo = (url, button) => (url ? [{ button, url }] : []);
