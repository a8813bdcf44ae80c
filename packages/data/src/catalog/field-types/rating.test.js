import { typeCases } from './testing/type-cases.js';
import { ratingType } from './rating.js';

typeCases(ratingType, {
  attributes: { max: 5 },
  accepts: [
    ['3', 3],
    [0, 0],
  ],
  refuses: [
    ['6', 'must be at most 5'],
    ['3.5', 'must be a whole number'],
    [-1, 'must be at least 0'],
  ],
});
