/** @import { EditModel } from '@plinth/plugin' */
import { defineFieldView, html } from '@plinth/plugin';
import { text } from '@plinth/plugin/settings';
import { inputAttributes, textOf } from './parts/control.js';

/** A control for an e-mail address. */
export const emailInputView = defineFieldView({
  name: 'email_input',
  order: 500,
  label: 'fv.email_input.label',
  mode: 'edit',
  types: ['email', { isFree: true, isLong: false }],
  settings: [text('placeholder', 'fv.placeholder')],
  render: (/** @type {EditModel} */ m) =>
    html`<input${inputAttributes(m, { value: textOf(m.value), type: 'email' }, { placeholder: m.config.placeholder, autocomplete: 'email', maxlength: 254 })}>`,
});
