import { typeCases } from './testing/type-cases.js';
import { timeType } from './time.js';

typeCases(timeType, {
  attributes: {},
  accepts: [
    ['9:05', '09:05'],
    ['23:59:59', '23:59:59'],
    ['10:00:00', '10:00'],
  ],
  refuses: [
    ['24:00', 'must be a time such as 15:30'],
    ['10:60', 'must be a time such as 15:30'],
    [1000, 'must be a time such as 15:30'],
  ],
});
