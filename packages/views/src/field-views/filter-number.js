/** @import { EditModel } from '@plinth/plugin' */
import { defineFieldView, html } from '@plinth/plugin';
import { clockText } from './parts/duration-text.js';
import { controlAttributes, textOf } from './parts/control.js';

/** One bound of a number range. */
export const filterNumberView = defineFieldView({
  name: 'filter_number',
  order: 640,
  label: 'Number',
  mode: 'filter',
  types: ['integer', 'auto_number', 'decimal', 'money', 'percent', 'rating', 'duration'],
  settings: [],
  render(/** @type {EditModel} */ m) {
    if (m.field.type === 'duration') {
      const value = typeof m.value === 'number' ? clockText(m.value) : textOf(m.value);
      return html`<input${controlAttributes(m, { type: 'text', value, placeholder: '1:30' })}>`;
    }
    const whole = m.field.type === 'integer' || m.field.type === 'auto_number' || m.field.type === 'rating';
    return html`<input${controlAttributes(m, { type: 'number', inputmode: whole ? 'numeric' : 'decimal', step: whole ? 1 : 'any', value: textOf(m.value) })}>`;
  },
});
