import { viewCases } from './testing/view-cases.js';
import { filterNumberView } from './filter-number.js';

viewCases(filterNumberView, {
  values: [5],
});
