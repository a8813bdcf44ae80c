/** @import { EditModel } from '@plinth/plugin' */
import { defineFieldView, html } from '@plinth/plugin';
import { controlAttributes, textOf } from './parts/control.js';

/** Yes or no as a switch. */
export const switchView = defineFieldView({
  name: 'switch',
  order: 410,
  label: 'fv.switch.label',
  mode: 'edit',
  types: ['boolean'],
  settings: [],
  control: 'check',
  render(/** @type {EditModel} */ m) {
    const checked = textOf(m.value) === 'true';
    // An unchecked box submits nothing, so submit "false" here.
    return html`<input type="hidden" name="${m.name}" value="false"><input${controlAttributes(m, { type: 'checkbox', class: 'form-check-input', value: 'true', checked, required: null, role: 'switch' })}>`;
  },
});
