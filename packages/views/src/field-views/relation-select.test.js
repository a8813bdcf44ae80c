import { viewCases } from './testing/view-cases.js';
import { relationSelectView } from './relation-select.js';

viewCases(relationSelectView, {
  values: [1],
  needed: {
    label: 'Anna',
    choices: [
      { value: 1, label: 'Anna' },
      { value: 2, label: 'Bob' },
    ],
  },
  cases: [
    [
      'keeps a chosen row that is not among the first choices',
      { value: 9, needed: { label: 'Zoe', choices: [{ value: 1, label: 'Anna' }] } },
      '<select id="f" name="age" class="form-select"><option value=""></option><option value="9" selected>Zoe</option><option value="1">Anna</option></select>',
    ],
  ],
});
