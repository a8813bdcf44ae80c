import { defineFieldView, html } from '@plinth/plugin';
import { asText } from './parts/plain.js';

/** A time of day. */
export const timeView = defineFieldView({
  name: 'time',
  order: 150,
  label: 'Time',
  mode: 'show',
  types: ['time'],
  settings: [],
  render: ({ value }) => (value ? html`<time datetime="${asText(value)}">${asText(value)}</time>` : html``),
});
