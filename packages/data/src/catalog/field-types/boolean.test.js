import { typeCases } from './testing/type-cases.js';
import { booleanType } from './boolean.js';

typeCases(booleanType, {
  attributes: {},
  accepts: [
    ['true', true],
    ['No', false],
    ['ja', true],
    [1, true],
    [['false', 'true'], true],
    [['false'], false],
  ],
  refuses: [
    ['maybe', 'must be yes or no'],
    [2, 'must be yes or no'],
    [[], 'must be yes or no'],
    [[true], 'must be yes or no'],
    [{}, 'must be yes or no'],
  ],
});
