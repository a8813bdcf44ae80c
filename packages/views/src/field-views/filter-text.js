/** @import { EditModel } from '@plinth/plugin' */
import { defineFieldView, html } from '@plinth/plugin';
import { text } from '@plinth/plugin/settings';
import { inputAttributes, textOf } from './parts/control.js';

/** Words that a field contains. */
export const filterTextView = defineFieldView({
  name: 'filter_text',
  order: 610,
  label: 'fv.text',
  mode: 'filter',
  types: [{ value: 'text' }, { value: 'number', hasTime: true }],
  settings: [text('placeholder', 'fv.placeholder')],
  render: (/** @type {EditModel} */ m) =>
    html`<input${inputAttributes(m, { value: textOf(m.value), type: 'search' }, { placeholder: m.config.placeholder, autocomplete: 'off' })}>`,
});
