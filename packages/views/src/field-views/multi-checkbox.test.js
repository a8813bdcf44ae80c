import { viewCases } from './testing/view-cases.js';
import { multiCheckboxView } from './multi-checkbox.js';

viewCases(multiCheckboxView, {
  attributes: {
    options: [
      { value: 'open', label: 'Still open', colour: 'green' },
      { value: 'done', label: 'Done' },
    ],
  },
  values: [['open'], ['gone']],
});
