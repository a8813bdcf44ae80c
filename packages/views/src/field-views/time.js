import { defineFieldView, html } from '@plinth/plugin';
import { asText } from './parts/plain.js';

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;

/** A time of day, as the reader's language writes it. */
export const timeView = defineFieldView({
  name: 'time',
  order: 150,
  label: 'fv.time',
  mode: 'show',
  types: ['time'],
  settings: [],
  render({ value, env }) {
    const text = asText(value);
    if (!CLOCK.test(text)) return html`${text}`;
    return html`<time datetime="${text}">${env.formats.time(text)}</time>`;
  },
});
