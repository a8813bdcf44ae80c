import { typeCases } from './testing/type-cases.js';
import { relationType } from './relation.js';

typeCases(relationType, {
  attributes: { table: 'topics' },
  accepts: [
    ['5', 5],
    [5, 5],
    ['0193f7a0-0000-7000-8000-00000000000a', '0193f7a0-0000-7000-8000-00000000000a'],
  ],
  refuses: [
    ['first', 'must be the id of a row'],
    [0, 'must be the id of a row'],
    [-1, 'must be the id of a row'],
    [[1], 'must be the id of a row'],
    [1.5, 'must be a whole number'],
  ],
});
