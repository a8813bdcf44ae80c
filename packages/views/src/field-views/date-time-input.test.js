import { viewCases } from './testing/view-cases.js';
import { dateTimeInputView } from './date-time-input.js';

viewCases(dateTimeInputView, {
  values: ['2026-11-21T15:30:00.000Z'],
  cases: [
    [
      'shows the time of the zone and sends the zone',
      { value: '2026-07-01T10:00:00.000Z' },
      '<input type="hidden" name="age" value="[Europe/Berlin]"><div class="input-group"><input id="f" name="age" class="form-control" type="text" value="07/01/2026 12:00 PM" autocomplete="off" placeholder="mm/dd/yyyy hh:mm" data-pl-date="time" data-zone="Europe/Berlin" data-pick="Choose a date"></div>',
    ],
    [
      'shows again what was typed',
      { value: ['[Europe/Berlin]', '2026-07-01T12:00'] },
      '<input type="hidden" name="age" value="[Europe/Berlin]"><div class="input-group"><input id="f" name="age" class="form-control" type="text" value="07/01/2026 12:00 PM" autocomplete="off" placeholder="mm/dd/yyyy hh:mm" data-pl-date="time" data-zone="Europe/Berlin" data-pick="Choose a date"></div>',
    ],
  ],
});
