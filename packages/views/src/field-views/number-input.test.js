import { viewCases } from './testing/view-cases.js';
import { numberInputView } from './number-input.js';

viewCases(numberInputView, {
  attributes: { min: 1, max: 9 },
  values: [5, 'five'],
  cases: [
    [
      'shows what was typed even when it is no number',
      { value: 'five' },
      '<input id="f" name="age" class="form-control" type="text" inputmode="numeric" autocomplete="off" value="five" data-pl-number="whole" data-min="1" data-max="9" data-step="1">',
    ],
  ],
});
