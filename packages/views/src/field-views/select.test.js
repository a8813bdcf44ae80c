import { viewCases } from './testing/view-cases.js';
import { selectView } from './select.js';

viewCases(selectView, {
  attributes: {
    options: [
      { value: 'open', label: 'Still open', colour: 'green' },
      { value: 'done', label: 'Done' },
    ],
  },
  values: ['open', 'gone'],
  cases: [
    [
      'keeps a value that was taken off the list',
      { value: 'gone', field: { type: 'select' } },
      '<select id="f" name="age" class="form-select"><option value=""></option><option value="gone" selected>gone</option></select>',
    ],
  ],
});
