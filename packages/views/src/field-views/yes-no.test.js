import { viewCases } from './testing/view-cases.js';
import { yesNoView } from './yes-no.js';

viewCases(yesNoView, {
  values: [true],
  cases: [['prints own words', { value: false, config: { no: 'Never' } }, 'Never']],
});
