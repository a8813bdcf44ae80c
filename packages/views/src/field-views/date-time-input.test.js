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
      'keeps parts of a second',
      { value: '2026-07-01T10:00:00.123456Z' },
      '<input type="hidden" name="age" value="[Europe/Berlin]2026-07-01T10:00:00.123456Z"><div class="input-group"><input id="f" name="age" class="form-control" type="text" value="07/01/2026 12:00 PM" autocomplete="off" placeholder="mm/dd/yyyy hh:mm" data-pl-date="time" data-zone="Europe/Berlin" data-pick="Choose a date"></div>',
    ],
    [
      'keeps the second of two hours in autumn',
      { value: '2026-10-25T01:30:00.000Z' },
      '<input type="hidden" name="age" value="[Europe/Berlin]2026-10-25T01:30:00.000Z"><div class="input-group"><input id="f" name="age" class="form-control" type="text" value="10/25/2026 2:30 AM" autocomplete="off" placeholder="mm/dd/yyyy hh:mm" data-pl-date="time" data-zone="Europe/Berlin" data-pick="Choose a date"></div>',
    ],
    [
      'keeps it when the form is shown again',
      { value: ['[Europe/Berlin]2026-07-01T10:00:00.123456Z', '2026-07-01T12:00'] },
      '<input type="hidden" name="age" value="[Europe/Berlin]2026-07-01T10:00:00.123456Z"><div class="input-group"><input id="f" name="age" class="form-control" type="text" value="07/01/2026 12:00 PM" autocomplete="off" placeholder="mm/dd/yyyy hh:mm" data-pl-date="time" data-zone="Europe/Berlin" data-pick="Choose a date"></div>',
    ],
    [
      'shows again what was typed',
      { value: ['[Europe/Berlin]', '2026-07-01T12:00'] },
      '<input type="hidden" name="age" value="[Europe/Berlin]"><div class="input-group"><input id="f" name="age" class="form-control" type="text" value="07/01/2026 12:00 PM" autocomplete="off" placeholder="mm/dd/yyyy hh:mm" data-pl-date="time" data-zone="Europe/Berlin" data-pick="Choose a date"></div>',
    ],
  ],
});
