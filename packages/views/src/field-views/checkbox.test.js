import { viewCases } from './testing/view-cases.js';
import { checkboxView } from './checkbox.js';

viewCases(checkboxView, {
  values: [true, false],
  cases: [
    [
      'sends false while it is off',
      { value: false },
      '<input type="hidden" name="age" value="false"><input id="f" name="age" class="form-check-input" type="checkbox" value="true">',
    ],
  ],
});
