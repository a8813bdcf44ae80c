import { viewCases } from './testing/view-cases.js';
import { optionTextView } from './option-text.js';

viewCases(optionTextView, {
  attributes: {
    options: [
      { value: 'open', label: 'Still open', colour: 'green' },
      { value: 'done', label: 'Done' },
    ],
  },
  values: ['open'],
  cases: [['prints the label', { value: 'open' }, 'Still open']],
});
