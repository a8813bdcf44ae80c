/** @import { EditModel } from '@plinth/plugin' */
import { defineFieldView, html } from '@plinth/plugin';
import { text } from '@plinth/plugin/settings';
import { controlAttributes, inputAttributes, textOf } from './parts/control.js';

/** A control for a line of text. */
export const textInputView = defineFieldView({
  name: 'text_input',
  order: 320,
  label: 'fv.text_input.label',
  mode: 'edit',
  types: '*',
  settings: [text('placeholder', 'fv.placeholder')],
  render(/** @type {EditModel} */ m) {
    const value = textOf(m.value);
    const { minLength, maxLength } = m.field.attributes ?? {};
    // Lengths of HTML count UTF-16 units: for the shortest length that is never stricter than the server.
    const more = { placeholder: m.config.placeholder, minlength: minLength, autocomplete: 'off' };
    // An input would drop line breaks that the value holds.
    if (value.includes('\n'))
      return html`<textarea${controlAttributes(m, { ...more, rows: 2 })}>${'\n'}${value}</textarea>`;
    return html`<input${inputAttributes(m, { value }, { ...more, maxlength: maxLength && maxLength * 2 })}>`;
  },
});
