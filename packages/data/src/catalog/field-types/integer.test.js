import { typeCases } from './testing/type-cases.js';
import { integerType } from './integer.js';

typeCases(integerType, {
  attributes: { min: -5, max: 1e6 },
  accepts: [
    ['42', 42],
    [' +7 ', 7],
    ['-0', 0],
    [-0, 0],
    [4.0, 4],
    ['007', 7],
  ],
  refuses: [
    ['4.5', 'must be a whole number'],
    ['1e3', 'must be a whole number'],
    ['1,000', 'must be a whole number'],
    ['0x10', 'must be a whole number'],
    [4.5, 'must be a whole number'],
    [NaN, 'must be a whole number'],
    [true, 'must be a whole number'],
    ['9'.repeat(400), 'must be between -9007199254740991 and 9007199254740991'],
    [Infinity, 'must be between -9007199254740991 and 9007199254740991'],
    ['-6', 'must be at least -5'],
    [1000001, 'must be at most 1000000'],
  ],
});
