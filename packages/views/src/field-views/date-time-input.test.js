import { viewCases } from './testing/view-cases.js';
import { dateTimeInputView } from './date-time-input.js';

viewCases(dateTimeInputView, {
  values: ['2026-11-21T15:30:00.000Z'],
  cases: [
    [
      'shows the time of the zone and sends the zone',
      { value: '2026-07-01T10:00:00.000Z' },
      '<input type="hidden" name="age" value="[Europe/Berlin]"><input id="f" name="age" class="form-control" type="datetime-local" value="2026-07-01T12:00" step="60" max="9999-12-31T23:59">',
    ],
    [
      'shows again what was typed',
      { value: ['[Europe/Berlin]', '2026-07-01T12:00'] },
      '<input type="hidden" name="age" value="[Europe/Berlin]"><input id="f" name="age" class="form-control" type="datetime-local" value="2026-07-01T12:00" step="60" max="9999-12-31T23:59">',
    ],
  ],
});
