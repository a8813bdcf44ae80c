/** @import { EditModel } from '@plinth/plugin' */
import { defineFieldView, html } from '@plinth/plugin';
import { controlAttributes, textOf } from './parts/control.js';

/** One bound of a time range. */
export const filterTimeView = defineFieldView({
  name: 'filter_time',
  order: 660,
  label: 'fv.time',
  mode: 'filter',
  types: ['time'],
  settings: [],
  render(/** @type {EditModel} */ m) {
    const value = textOf(m.value);
    return html`<input${controlAttributes(m, { type: 'time', step: value.length > 5 ? 1 : 60, value })}>`;
  },
});
