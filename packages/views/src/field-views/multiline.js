import { defineFieldView, html, raw } from '@plinth/plugin';
import { plainText } from './parts/plain.js';

/** Text with its line breaks. */
export const multilineView = defineFieldView({
  name: 'multiline',
  order: 20,
  label: 'fv.multiline.label',
  mode: 'show',
  types: [{ isFree: true }],
  settings: [],
  render({ value, env }) {
    const lines = plainText(value, env).split('\n');
    // A constant tag between escaped lines.
    return html`${lines.map((line, at) => (at ? html`${raw('<br>')}${line}` : line))}`;
  },
});
