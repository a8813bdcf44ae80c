/** @import { EditModel } from '@plinth/plugin' */
import { defineFieldView, html, wallClock } from '@plinth/plugin';
import { textOf } from './parts/control.js';
import { DATE_SCRIPT, dateInput } from './parts/date-control.js';

/**
 * Date and time in the user's time zone. Its value has no zone, so the zone is submitted before it under the same name; the
 * field type reads both.
 */
export const dateTimeInputView = defineFieldView({
  name: 'date_time_input',
  order: 470,
  label: 'Date and time picker',
  mode: 'edit',
  scripts: [DATE_SCRIPT],
  types: ['date_time'],
  settings: [{ name: 'seconds', type: 'boolean', label: 'Show seconds', default: false }],
  render(/** @type {EditModel} */ m) {
    const { timeZone } = m.env.formats;
    const text = textOf(m.value);
    const local = /Z$/.test(text) ? wallClock(text, timeZone) : text;
    const seconds = m.config.seconds || /:\d\d:(?!00)\d\d/.test(local);
    const value = /^\d{4}-\d\d-\d\dT/.test(local) && !seconds ? local.slice(0, 16) : local.replace(/\.0+$/, '');
    return html`<input type="hidden" name="${m.name}" value="[${timeZone}]">${dateInput(m, value, { withTime: true })}`;
  },
});
