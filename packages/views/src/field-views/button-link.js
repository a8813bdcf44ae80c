import { defineFieldView, html, link } from '@plinth/plugin';
import { text } from '@plinth/plugin/settings';
import { webAddress } from './parts/safe-url.js';

/** A web address as a button. */
export const buttonLinkView = defineFieldView({
  name: 'button_link',
  order: 220,
  label: 'fv.button_link.label',
  mode: 'show',
  types: ['url'],
  settings: [text('text', 'fv.button_link.text')],
  render({ value, config, env, field, inLink }) {
    const address = webAddress(value);
    if (!address) return html``;
    const text = html`${env.icon('external-link')} ${config.text || field.label}`;
    return link(html`<a class="btn" href="${address}" rel="noopener noreferrer">`, text, inLink);
  },
});
