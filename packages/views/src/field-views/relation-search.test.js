import { viewCases } from './testing/view-cases.js';
import { relationSearchView } from './relation-search.js';

viewCases(relationSearchView, {
  values: [1],
  needed: {
    label: 'Anna',
    choices: [
      { value: 1, label: 'Anna' },
      { value: 2, label: 'Bob' },
    ],
  },
});
