import { typeCases } from './testing/type-cases.js';
import { manyToManyType } from './many-to-many.js';

typeCases(manyToManyType, {
  attributes: { table: 'topics' },
  accepts: [
    [
      ['1', 2, '1'],
      [1, 2],
    ],
    ['1; 2', [1, 2]],
    [[], null],
    [[''], null],
    [7, [7]],
  ],
  refuses: [
    [['a'], 'must be the id of a row'],
    [{}, 'must be a list of ids'],
    [[[1]], 'must be the id of a row'],
  ],
});
