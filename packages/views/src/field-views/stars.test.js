import { viewCases } from './parts/view-cases.js';
import { starsView } from './stars.js';

viewCases(starsView, {
  values: [3],
});
