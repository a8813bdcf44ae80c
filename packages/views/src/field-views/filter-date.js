/** @import { EditModel } from '@plinth/plugin' */
import { defineFieldView, html } from '@plinth/plugin';
import { controlAttributes, textOf } from './parts/control.js';

/** One bound of a date range. */
export const filterDateView = defineFieldView({
  name: 'filter_date',
  order: 650,
  label: 'Date',
  mode: 'filter',
  types: ['date', 'date_time'],
  settings: [],
  render: (/** @type {EditModel} */ m) =>
    html`<input${controlAttributes(m, { type: 'date', value: textOf(m.value).slice(0, 10), max: '9999-12-31' })}>`,
});
