import { viewCases } from './testing/view-cases.js';
import { filterSelectView } from './filter-select.js';

viewCases(filterSelectView, {
  attributes: {
    options: [
      { value: 'open', label: 'Still open', colour: 'green' },
      { value: 'done', label: 'Done' },
    ],
  },
  values: ['open'],
});
