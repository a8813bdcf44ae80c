import { typeCases } from './testing/type-cases.js';
import { oneToOneType } from './one-to-one.js';

typeCases(oneToOneType, {
  attributes: { table: 'topics' },
  accepts: [['5', 5]],
  refuses: [['x', 'must be the id of a row']],
});
