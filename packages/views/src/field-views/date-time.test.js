import { viewCases } from './testing/view-cases.js';
import { dateTimeView } from './date-time.js';

viewCases(dateTimeView, {
  values: ['2026-11-21T15:30:00.000Z'],
});
