import { defineFieldView, html } from '@plinth/plugin';
import { integer } from '@plinth/plugin/settings';
import { plainText } from './parts/plain.js';

/** Any value as one run of text, cut where it is long if wanted. */
export const textView = defineFieldView({
  name: 'text',
  order: 10,
  label: 'fv.text',
  mode: 'show',
  types: '*',
  settings: [integer('length', 'fv.text.length', { min: 1, max: 10_000 })],
  render({ value, config, env }) {
    const text = plainText(value, env);
    const characters = config.length && text.length > config.length ? Array.from(text) : null;
    if (!characters || characters.length <= config.length) return html`${text}`;
    return html`<span title="${text.slice(0, 2000)}">${characters.slice(0, config.length).join('').trimEnd()}…</span>`;
  },
});
