/** @import { EditModel } from '@plinth/plugin' */
import { defineFieldView, html } from '@plinth/plugin';
import { text } from '@plinth/plugin/settings';
import { inputAttributes, textOf } from './parts/control.js';

/** A control for an e-mail address. */
export const emailInputView = defineFieldView({
  name: 'email_input',
  order: 500,
  label: 'E-mail address',
  mode: 'edit',
  types: ['email', { isFree: true, isLong: false }],
  settings: [text('placeholder', 'Placeholder')],
  render: (/** @type {EditModel} */ m) =>
    html`<input${inputAttributes(m, { value: textOf(m.value), type: 'email' }, { placeholder: m.config.placeholder, autocomplete: 'email', maxlength: 254 })}>`,
});
