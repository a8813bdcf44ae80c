import { viewCases } from './testing/view-cases.js';
import { relativeDateView } from './relative-date.js';

viewCases(relativeDateView, {
  values: ['2026-11-21T15:30:00.000Z'],
});
