/** @import { EditModel } from '@plinth/plugin' */
import { defineFieldView, html, isRepeated, wallClock } from '@plinth/plugin';
import { boolean } from '@plinth/plugin/settings';
import { textOf } from './parts/control.js';
import { DATE_SCRIPT, dateInput } from './parts/date-control.js';

/**
 * Date and time in the user's time zone. Its value has no zone, so the zone is submitted before it under the same name; the
 * field type reads both. With it goes the instant that is shown, if the local time is less exact.
 */
export const dateTimeInputView = defineFieldView({
  name: 'date_time_input',
  order: 470,
  label: 'fv.date_time_input.label',
  mode: 'edit',
  scripts: [DATE_SCRIPT],
  types: ['date_time'],
  settings: [boolean('seconds', 'fv.showSeconds', { default: false })],
  render(/** @type {EditModel} */ m) {
    const { timeZone } = m.env.formats;
    const text = textOf(m.value);
    const local = /Z$/.test(text) ? wallClock(text, timeZone) : text;
    const seconds = m.config.seconds || /:\d\d:(?!00)\d\d/.test(local);
    const value = /^\d{4}-\d\d-\d\dT/.test(local) && !seconds ? local.slice(0, 16) : local.replace(/\.0+$/, '');
    return html`<input type="hidden" name="${m.name}" value="[${timeZone}]${shownInstant(m.value, timeZone)}">${dateInput(m, value, { withTime: true })}`;
  },
});

/** What a form that is shown again was sent with its zone. */
const SENT = /^\[[^\]]*\]([\d:.TZ-]{20,30})$/;

/**
 * Empty if the local time says all: an instant may have parts of a second, or be in an hour that autumn repeats.
 *
 * @param {unknown} value @param {string} timeZone
 */
function shownInstant(value, timeZone) {
  if (Array.isArray(value)) return SENT.exec(String(value[0]))?.[1] ?? '';
  const text = textOf(value);
  if (!/^\d{4}-.{5}T.*Z$/.test(text)) return '';
  return isRepeated(text, timeZone) || !/:\d\d(?:\.0+)?Z$/.test(text) ? text : '';
}
