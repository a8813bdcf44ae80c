import { viewCases } from './testing/view-cases.js';
import { filterBooleanView } from './filter-boolean.js';

viewCases(filterBooleanView, {
  values: [true],
});
