import { viewCases } from './testing/view-cases.js';
import { filterBooleanView } from './filter-boolean.js';
import { filterDateView } from './filter-date.js';
import { filterNumberView } from './filter-number.js';
import { filterRelationView } from './filter-relation.js';
import { filterSelectView } from './filter-select.js';
import { filterTextView } from './filter-text.js';
import { filterTimeView } from './filter-time.js';

viewCases(filterBooleanView, {
  values: [true],
});

viewCases(filterDateView, {
  values: ['2026-11-21'],
});

viewCases(filterNumberView, {
  values: [5],
});

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

viewCases(filterSelectView, {
  attributes: {
    options: [
      { value: 'open', label: 'Still open', colour: 'green' },
      { value: 'done', label: 'Done' },
    ],
  },
  values: ['open'],
});

viewCases(filterTextView, {
  values: ['abc'],
});

viewCases(filterTimeView, {
  values: ['07:30', '07:30:15'],
});
