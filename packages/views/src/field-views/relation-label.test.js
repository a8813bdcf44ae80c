import { viewCases } from './testing/view-cases.js';
import { relationLabelView } from './relation-label.js';

viewCases(relationLabelView, {
  values: [1],
  needed: {
    label: 'Anna',
    choices: [
      { value: 1, label: 'Anna' },
      { value: 2, label: 'Bob' },
    ],
  },
  cases: [['prints the label', { value: 1, needed: { label: 'Anna' } }, 'Anna']],
});
