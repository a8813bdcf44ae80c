/** @import { EditModel } from '@plinth/plugin' */
import { defineFieldView, html } from '@plinth/plugin';
import { inputAttributes, textOf } from './parts/control.js';

/** The browser's colour picker; a text control where none is chosen yet, as a picker always has a colour. */
export const colourInputView = defineFieldView({
  name: 'colour_input',
  order: 530,
  label: 'fv.colour_input.label',
  mode: 'edit',
  types: ['colour'],
  settings: [],
  render(/** @type {EditModel} */ m) {
    const value = textOf(m.value);
    if (/^#[0-9a-f]{6}$/i.test(value)) {
      return html`<input${inputAttributes(m, { value, type: 'color' }, { class: 'form-control form-control-color' })}>`;
    }
    const more = { placeholder: '#2563eb', pattern: '#[0-9a-fA-F]{3}([0-9a-fA-F]{3})?', maxlength: 7 };
    return html`<input${inputAttributes(m, { value }, more)}>`;
  },
});
