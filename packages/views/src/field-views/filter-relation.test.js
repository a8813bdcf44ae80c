import { viewCases } from './testing/view-cases.js';
import { filterRelationView } from './filter-relation.js';

viewCases(filterRelationView, {
  values: [1],
  needed: {
    label: 'Anna',
    choices: [
      { value: 1, label: 'Anna' },
      { value: 2, label: 'Bob' },
    ],
  },
});
