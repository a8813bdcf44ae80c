import { typeCases } from './testing/type-cases.js';
import { uuidType } from './uuid.js';

typeCases(uuidType, {
  attributes: {},
  accepts: [['0193F7A0-0000-7000-8000-00000000000A', '0193f7a0-0000-7000-8000-00000000000a']],
  refuses: [
    ['abc', 'must be a UUID'],
    [5, 'must be a UUID'],
    ['{0193f7a0-0000-7000-8000-00000000000a', 'must be a UUID'],
  ],
});
