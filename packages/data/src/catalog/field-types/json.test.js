import { typeCases } from './testing/type-cases.js';
import { jsonType } from './json.js';

typeCases(jsonType, {
  attributes: {},
  accepts: [
    ['{"a": [1, null]}', { a: [1, null] }],
    [{ a: 1 }, { a: 1 }],
    ['"text"', 'text'],
    ['null', null],
    [[-0], [0]],
  ],
  refuses: [
    ['{a: 1}', 'must be valid JSON'],
    ['[1e999]', 'has a number that is out of range'],
    ['"\\u0000"', 'must not contain NUL characters'],
    ['"\\ud800"', 'must be valid Unicode text'],
    ['['.repeat(40) + ']'.repeat(40), 'must be nested at most 32 levels deep'],
    [JSON.parse('{"__proto__": 1}'), 'must not contain the key __proto__'],
  ],
});
