/** @import { EditModel } from '@plinth/plugin' */
import { defineFieldView, html } from '@plinth/plugin';
import { text } from '@plinth/plugin/settings';
import { inputAttributes, textOf } from './parts/control.js';
import { clockText } from './parts/duration-text.js';

/** A control for a length of time, typed as 1:30 or 2h 15m. */
export const durationInputView = defineFieldView({
  name: 'duration_input',
  order: 490,
  label: 'fv.duration',
  mode: 'edit',
  types: ['duration'],
  settings: [text('placeholder', 'fv.placeholder')],
  render: (/** @type {EditModel} */ m) =>
    html`<input${inputAttributes(m, { value: typeof m.value === 'number' ? clockText(m.value) : textOf(m.value) }, { placeholder: m.config.placeholder || '1:30', autocomplete: 'off' })}>`,
});
