import { defineFieldView, html, link } from '@plinth/plugin';
import { boolean } from '@plinth/plugin/settings';
import { asText } from './parts/plain.js';
import { webAddress } from './parts/safe-url.js';

/** A web address as a link, shown without its scheme. */
export const urlLinkView = defineFieldView({
  name: 'url_link',
  order: 210,
  label: 'fv.url_link.label',
  mode: 'show',
  types: ['url', { isFree: true, isLong: false }],
  settings: [
    { name: 'text', type: 'text', label: 'fv.url_link.text' },
    boolean('newTab', 'fv.url_link.newTab', { default: false }),
  ],
  render({ value, config, env, inLink }) {
    if (!value) return html``;
    const address = webAddress(value);
    if (!address) return html`${asText(value)}`;
    const text = config.text || address.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');
    const note = config.newTab && html` <span class="visually-hidden">${env.t('fieldView.newTab')}</span>`;
    const tag = html`<a href="${address}" rel="noopener noreferrer"${config.newTab && html` target="_blank"`}>`;
    return link(tag, html`${text}${note}`, inLink);
  },
});
