/** @import { EditModel } from '@plinth/plugin' */
import { defineFieldView, html } from '@plinth/plugin';
import { text } from '@plinth/plugin/settings';
import { inputAttributes, textOf } from './parts/control.js';

/** A control for a web address. */
export const urlInputView = defineFieldView({
  name: 'url_input',
  order: 510,
  label: 'fv.url_input.label',
  mode: 'edit',
  types: ['url'],
  settings: [text('placeholder', 'fv.placeholder')],
  render: (/** @type {EditModel} */ m) =>
    html`<input${inputAttributes(m, { value: textOf(m.value), type: 'url' }, { placeholder: m.config.placeholder, inputmode: 'url', maxlength: 2048 })}>`,
});
