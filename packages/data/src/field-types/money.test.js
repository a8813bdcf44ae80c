import { typeCases } from './testing/type-cases.js';
import { moneyType } from './money.js';

typeCases(moneyType, {
  attributes: { currency: 'EUR', decimals: 2, min: 0 },
  accepts: [
    ['12.5', '12.50'],
    ['€ 12.50', '12.50'],
    ['$1,234,567.89', '1234567.89'],
    ['12.50 EUR', '12.50'],
    [0.1, '0.10'],
  ],
  refuses: [
    ['1,5', 'must be a number'],
    ['12.345', 'must have at most 2 decimals'],
    ['-1', 'must be at least 0'],
    ['999999999999999', 'must be at most 99999999999999'],
    ['ten', 'must be a number'],
    ['$', 'must be a number'],
  ],
});
