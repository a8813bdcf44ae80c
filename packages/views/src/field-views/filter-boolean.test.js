import { viewCases } from './parts/view-cases.js';
import { filterBooleanView } from './filter-boolean.js';

viewCases(filterBooleanView, {
  values: [true],
});
