import { viewCases } from './testing/view-cases.js';
import { labelsView } from './labels.js';

viewCases(labelsView, {
  values: [[1]],
  needed: {
    labels: [{ value: 1, label: 'Anna' }],
    label: [{ value: 1, label: 'Anna' }],
    choices: [{ value: 1, label: 'Anna' }],
  },
  cases: [
    [
      'prints a badge a row',
      { needed: { labels: [{ value: 1, label: 'Anna' }] } },
      '<span class="badge pl-c-grey">Anna</span> ',
    ],
  ],
});
