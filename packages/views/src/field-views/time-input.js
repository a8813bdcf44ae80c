/** @import { EditModel } from '@plinth/plugin' */
import { defineFieldView, html } from '@plinth/plugin';
import { boolean } from '@plinth/plugin/settings';
import { inputAttributes, textOf } from './parts/control.js';

/** The browser's time picker. */
export const timeInputView = defineFieldView({
  name: 'time_input',
  order: 480,
  label: 'fv.time_input.label',
  mode: 'edit',
  types: ['time'],
  settings: [boolean('seconds', 'fv.showSeconds', { default: false })],
  render(/** @type {EditModel} */ m) {
    const value = textOf(m.value);
    const step = m.config.seconds || value.length > 5 ? 1 : 60;
    return html`<input${inputAttributes(m, { value, type: 'time' }, { step })}>`;
  },
});
