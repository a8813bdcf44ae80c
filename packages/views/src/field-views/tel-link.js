import { defineFieldView, html, link } from '@plinth/plugin';
import { asText } from './parts/plain.js';

/** A telephone number that dials. */
export const telLinkView = defineFieldView({
  name: 'tel_link',
  order: 200,
  label: 'fv.tel_link.label',
  mode: 'show',
  types: ['phone', { isFree: true, isLong: false }],
  settings: [],
  render({ value, inLink }) {
    if (!value) return html``;
    const text = asText(value);
    const number = (text.trim().startsWith('+') ? '+' : '') + text.replace(/\D/g, '');
    // Digits and signs keep their order where the words around them run from right to left.
    return link(html`<a dir="ltr" href="tel:${number}">`, text, inLink);
  },
});
