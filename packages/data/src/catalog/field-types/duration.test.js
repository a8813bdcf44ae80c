import { typeCases } from './testing/type-cases.js';
import { durationType } from './duration.js';

typeCases(durationType, {
  attributes: {},
  accepts: [
    [90, 90],
    ['90', 90],
    ['1:30', 5400],
    ['1:30:05', 5405],
    ['2h 15m', 8100],
    ['1d', 86400],
    ['-0:30', -1800],
    [1.5, 1.5],
    [1.123456, 1.123456],
    ['1.123456', 1.123456],
    ['-0', 0],
  ],
  refuses: [
    ['1:60', 'must be a duration such as 1:30 or 2h 15m'],
    ['soon', 'must be a duration such as 1:30 or 2h 15m'],
    [1e300, 'must be a duration such as 1:30 or 2h 15m'],
    [NaN, 'must be a duration such as 1:30 or 2h 15m'],
  ],
});
