import { viewCases } from './testing/view-cases.js';
import { durationInputView } from './duration-input.js';

viewCases(durationInputView, {
  values: [5400],
  cases: [
    [
      'shows a duration as it is typed',
      { value: 5400 },
      '<input id="f" name="age" class="form-control" type="text" value="1:30" placeholder="1:30" autocomplete="off">',
    ],
  ],
});
