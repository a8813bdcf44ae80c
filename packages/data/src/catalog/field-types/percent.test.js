import { typeCases } from './testing/type-cases.js';
import { percentType } from './percent.js';

typeCases(percentType, {
  attributes: { min: 0, max: 100 },
  accepts: [
    ['12.5', '12.5'],
    ['12.5 %', '12.5'],
    [100, '100'],
  ],
  refuses: [
    ['101', 'must be at most 100'],
    ['%%', 'must be a number'],
    [-1, 'must be at least 0'],
  ],
});
