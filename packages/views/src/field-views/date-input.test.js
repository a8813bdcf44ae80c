import { viewCases } from './testing/view-cases.js';
import { dateInputView } from './date-input.js';

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
