/** @import { EditModel } from '@plinth/plugin' */
import { defineFieldView, html } from '@plinth/plugin';
import { integer, text } from '@plinth/plugin/settings';
import { controlAttributes, textOf } from './parts/control.js';

/** A control for several lines of text. */
export const textareaView = defineFieldView({
  name: 'textarea',
  order: 330,
  label: 'fv.textarea.label',
  mode: 'edit',
  types: [{ isFree: true }],
  settings: [integer('rows', 'fv.lines', { min: 2, max: 40, default: 4 }), text('placeholder', 'fv.placeholder')],
  render(/** @type {EditModel} */ m) {
    const more = {
      rows: m.config.rows ?? 4,
      placeholder: m.config.placeholder,
      minlength: m.field.attributes?.minLength,
    };
    // The parser drops one line break after the tag: this one, not the value's.
    return html`<textarea${controlAttributes(m, more)}>${'\n'}${textOf(m.value)}</textarea>`;
  },
});
