/** @import { EditModel, Formats } from '@plinth/plugin' */
import { dayIn, defineFieldView } from '@plinth/plugin';
import { textOf } from './parts/control.js';
import { dateInput } from './parts/date-control.js';
import { TYPED_SCRIPT } from './parts/number-control.js';

/** One bound of a date range. */
export const filterDateView = defineFieldView({
  name: 'filter_date',
  order: 650,
  label: 'fv.date',
  mode: 'filter',
  scripts: [TYPED_SCRIPT],
  types: [{ hasDay: true }],
  settings: [],
  render: (/** @type {EditModel} */ m) => dateInput(m, dayOf(textOf(m.value), m.env.formats)),
});

/** @param {string} text @param {Formats} formats */
const dayOf = (text, { timeZone }) => (/^\d{4}-\d\d-\d\dT.*Z$/.test(text) ? dayIn(text, timeZone) || text : text);
