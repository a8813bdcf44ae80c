import { defineFieldView, html, numberText } from '@plinth/plugin';
import { numeric } from './parts/plain.js';

/** A number that the database gave, with its prefix and zeros: INV-00042. */
export const autoNumberView = defineFieldView({
  name: 'auto_number',
  order: 75,
  label: 'fv.auto_number.label',
  mode: 'show',
  types: ['auto_number'],
  settings: [],
  render: ({ value, field }) =>
    numeric(value) === null ? html`` : html`<span class="text-nowrap">${numberText(value, field)}</span>`,
});
