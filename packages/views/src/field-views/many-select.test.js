import { viewCases } from './testing/view-cases.js';
import { manySelectView } from './many-select.js';

viewCases(manySelectView, {
  values: [[1]],
  needed: {
    labels: [{ value: 1, label: 'Anna' }],
    label: [{ value: 1, label: 'Anna' }],
    choices: [{ value: 1, label: 'Anna' }],
  },
});
