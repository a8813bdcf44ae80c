import { viewCases } from './testing/view-cases.js';
import { starsView } from './stars.js';

viewCases(starsView, {
  values: [3],
});
