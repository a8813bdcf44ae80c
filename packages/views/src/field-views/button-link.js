import { defineFieldView, html } from '@plinth/plugin';
import { text } from '@plinth/plugin/settings';
import { webAddress } from './parts/safe-url.js';

/** A web address as a button. */
export const buttonLinkView = defineFieldView({
  name: 'button_link',
  order: 220,
  label: 'Button',
  mode: 'show',
  types: ['url'],
  settings: [text('text', 'Button text')],
  render({ value, config, env, field }) {
    const address = webAddress(value);
    if (!address) return html``;
    return html`<a class="btn" href="${address}" rel="noopener noreferrer">${env.icon('external-link')} ${config.text || field.label}</a>`;
  },
});
