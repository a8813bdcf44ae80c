import { viewCases } from './testing/view-cases.js';
import { filterTimeView } from './filter-time.js';

viewCases(filterTimeView, {
  values: ['07:30', '07:30:15'],
});
