/** @import { EditModel } from '@plinth/plugin' */
import { defineFieldView } from '@plinth/plugin';
import { textOf } from './parts/control.js';
import { DATE_SCRIPT, dateInput } from './parts/date-control.js';

/** A date as the reader's language writes it, with a calendar. */
export const dateInputView = defineFieldView({
  name: 'date_input',
  order: 460,
  label: 'fv.date_input.label',
  mode: 'edit',
  scripts: [DATE_SCRIPT],
  types: ['date'],
  settings: [],
  render(/** @type {EditModel} */ m) {
    const { min, max } = m.field.attributes ?? {};
    return dateInput(m, textOf(m.value), { min, max });
  },
});
