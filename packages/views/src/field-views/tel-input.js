/** @import { EditModel } from '@plinth/plugin' */
import { defineFieldView, html } from '@plinth/plugin';
import { text } from '@plinth/plugin/settings';
import { inputAttributes, textOf } from './parts/control.js';

/** A control for a telephone number. */
export const telInputView = defineFieldView({
  name: 'tel_input',
  order: 520,
  label: 'fv.tel_input.label',
  mode: 'edit',
  types: ['phone', { isFree: true, isLong: false }],
  settings: [text('placeholder', 'fv.placeholder')],
  render: (/** @type {EditModel} */ m) =>
    html`<input${inputAttributes(m, { value: textOf(m.value), type: 'tel' }, { placeholder: m.config.placeholder, autocomplete: 'tel', maxlength: 40 })}>`,
});
