/** @import { EditModel } from '@plinth/plugin' */
import { defineFieldView, html } from '@plinth/plugin';
import { text } from '@plinth/plugin/settings';
import { inputAttributes, textOf } from './parts/control.js';

/** A control for a telephone number. */
export const telInputView = defineFieldView({
  name: 'tel_input',
  order: 520,
  label: 'Phone number',
  mode: 'edit',
  types: ['phone', { isFree: true, isLong: false }],
  settings: [text('placeholder', 'Placeholder')],
  render: (/** @type {EditModel} */ m) =>
    html`<input${inputAttributes(m, { value: textOf(m.value), type: 'tel' }, { placeholder: m.config.placeholder, autocomplete: 'tel', maxlength: 40 })}>`,
});
