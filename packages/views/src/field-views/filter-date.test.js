import { viewCases } from './testing/view-cases.js';
import { filterDateView } from './filter-date.js';

viewCases(filterDateView, {
  values: ['2026-11-21'],
});
