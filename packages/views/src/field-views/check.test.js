import { viewCases } from './testing/view-cases.js';
import { checkView } from './check.js';

viewCases(checkView, {
  values: [true, false],
});
