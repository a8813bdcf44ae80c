/** @import { EditModel } from '@plinth/plugin' */
import { defineFieldView, html } from '@plinth/plugin';
import { inputAttributes, textOf } from './parts/control.js';

/** The browser's date picker. */
export const dateInputView = defineFieldView({
  name: 'date_input',
  order: 460,
  label: 'Date picker',
  mode: 'edit',
  types: ['date'],
  settings: [],
  render(/** @type {EditModel} */ m) {
    const { min = null, max = '9999-12-31' } = m.field.attributes ?? {};
    return html`<input${inputAttributes(m, { value: textOf(m.value), type: 'date' }, { min, max })}>`;
  },
});
