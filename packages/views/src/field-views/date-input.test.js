import { viewCases } from './testing/view-cases.js';
import { dateInputView } from './date-input.js';

viewCases(dateInputView, {
  values: ['2026-11-21'],
  cases: [
    [
      'gives the browser the ISO date',
      { value: '2026-11-21' },
      '<input id="f" name="age" class="form-control" type="date" value="2026-11-21" max="9999-12-31">',
    ],
  ],
});
