import { viewCases } from './testing/view-cases.js';
import { userSelectView } from './user-select.js';

viewCases(userSelectView, {
  values: [1],
  needed: {
    label: 'Anna',
    choices: [
      { value: 1, label: 'Anna' },
      { value: 2, label: 'Bob' },
    ],
  },
});
