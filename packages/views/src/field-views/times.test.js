import { viewCases } from './testing/view-cases.js';
import { dateInputView } from './date-input.js';
import { dateTimeInputView } from './date-time-input.js';
import { dateTimeView } from './date-time.js';
import { dateView } from './date.js';
import { relativeDateView } from './relative-date.js';
import { timeInputView } from './time-input.js';
import { timeView } from './time.js';

viewCases(dateView, {
  values: ['2026-11-21'],
  cases: [
    ['prints the day whatever the zone', { value: '2026-11-21' }, '<time datetime="2026-11-21">Nov 21, 2026</time>'],
  ],
});

viewCases(dateInputView, {
  values: ['2026-11-21'],
  cases: [
    [
      'shows the date as the language writes it',
      { value: '2026-11-21' },
      '<div class="input-group"><input id="f" name="age" class="form-control" type="text" value="11/21/2026" autocomplete="off" placeholder="mm/dd/yyyy" data-pl-date="day" data-zone="Europe/Berlin" data-pick="Choose a date"></div>',
    ],
    [
      'shows again what was typed and could not be read',
      { value: ['[m/d/y]', '13/32/2026'] },
      '<div class="input-group"><input id="f" name="age" class="form-control" type="text" value="13/32/2026" autocomplete="off" placeholder="mm/dd/yyyy" data-pl-date="day" data-zone="Europe/Berlin" data-pick="Choose a date"></div>',
    ],
  ],
});

viewCases(dateTimeView, {
  values: ['2026-11-21T15:30:00.000Z'],
  cases: [
    [
      'says a whole minute shorter to machines, and anything finer as it is',
      { value: '2026-11-21T15:30:00.000Z' },
      '<time datetime="2026-11-21T15:30Z">Nov 21, 2026, 4:30 PM</time>',
    ],
    [
      'keeps the seconds',
      { value: '2026-11-21T15:30:10.000Z' },
      '<time datetime="2026-11-21T15:30:10.000Z">Nov 21, 2026, 4:30 PM</time>',
    ],
  ],
});

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

viewCases(relativeDateView, {
  values: ['2026-11-21T15:30:00.000Z'],
});

viewCases(timeView, {
  values: ['10:30'],
  cases: [
    ['prints the time as the language writes it', { value: '08:00' }, '<time datetime="08:00">8:00 AM</time>'],
    ['with seconds where there are some', { value: '20:15:30' }, '<time datetime="20:15:30">8:15:30 PM</time>'],
    ['and anything else as it is', { value: 'noon' }, 'noon'],
  ],
});

viewCases(timeInputView, {
  values: ['10:30'],
});
