import { viewCases } from './parts/view-cases.js';
import { filterNumberView } from './filter-number.js';

viewCases(filterNumberView, {
  values: [5],
});
