import { viewCases } from './parts/view-cases.js';
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
