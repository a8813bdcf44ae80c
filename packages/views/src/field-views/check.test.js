import { viewCases } from './parts/view-cases.js';
import { checkView } from './check.js';

viewCases(checkView, {
  values: [true, false],
});
