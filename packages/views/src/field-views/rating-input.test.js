import { viewCases } from './testing/view-cases.js';
import { ratingInputView } from './rating-input.js';

viewCases(ratingInputView, {
  attributes: { max: 3 },
  values: [2],
});
