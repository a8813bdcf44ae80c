/** @import { EditModel } from '@plinth/plugin' */
import { defineFieldView, html } from '@plinth/plugin';
import { text } from '@plinth/plugin/settings';
import { textOf } from './parts/control.js';
import { TYPED_SCRIPT, numberAttributes } from './parts/number-control.js';

/** A control for a number. */
export const numberInputView = defineFieldView({
  name: 'number_input',
  order: 350,
  label: 'fv.number',
  mode: 'edit',
  scripts: [TYPED_SCRIPT],
  types: [{ value: 'number', hasTime: false }],
  settings: [text('placeholder', 'fv.placeholder'), text('suffix', 'fv.suffix')],
  render(/** @type {EditModel} */ m) {
    const input = html`<input${numberAttributes(m, textOf(m.value), { placeholder: m.config.placeholder })}>`;
    if (!m.config.suffix) return input;
    return html`<div class="input-group">${input}<span class="input-group-text">${m.config.suffix}</span></div>`;
  },
});
