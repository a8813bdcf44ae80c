import { typeCases } from './testing/type-cases.js';
import { decimalType } from './decimal.js';

typeCases(decimalType, {
  attributes: { decimals: 2, min: 0.1, max: 1000 },
  accepts: [
    ['1.5', '1.50'],
    ['.5', '0.50'],
    ['5.', '5.00'],
    ['+001.10', '1.10'],
    [0.1, '0.10'],
    ['1.500', '1.50'],
  ],
  refuses: [
    ['1.234', 'must have at most 2 decimals'],
    ['1e2', 'must be a number'],
    ['NaN', 'must be a number'],
    ['1e999', 'must be a number'],
    [NaN, 'must be a number'],
    [Infinity, 'must be a number'],
    ['1,234', 'must be a number'],
    ['0.09', 'must be at least 0.1'],
    ['1000.01', 'must be at most 1000'],
    ['9'.repeat(39), 'must have at most 38 digits before the point'],
    [1e21, 'must be at most 1000'],
    ['.', 'must be a number'],
  ],
});
