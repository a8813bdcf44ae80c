import { defineFieldView, html, link } from '@plinth/plugin';
import { asText } from './parts/plain.js';

/** An e-mail address that opens the mail program. */
export const emailLinkView = defineFieldView({
  name: 'email_link',
  order: 190,
  label: 'fv.email_link.label',
  mode: 'show',
  types: ['email', { isFree: true, isLong: false }],
  settings: [],
  render({ value, inLink }) {
    const address = asText(value);
    if (!address) return html``;
    // Encoded, so that an address can't add a subject or a second recipient.
    return link(html`<a href="mailto:${encodeURIComponent(address).replaceAll('%40', '@')}">`, address, inLink);
  },
});
