import { viewCases } from './testing/view-cases.js';
import { filterTextView } from './filter-text.js';

viewCases(filterTextView, {
  values: ['abc'],
});
