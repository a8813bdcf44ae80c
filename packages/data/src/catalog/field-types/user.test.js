import { typeCases } from './testing/type-cases.js';
import { userType } from './user.js';

typeCases(userType, {
  attributes: {},
  accepts: [['0193f7a0-0000-7000-8000-00000000000a', '0193f7a0-0000-7000-8000-00000000000a']],
  refuses: [
    ['admin', 'must be a user'],
    [1, 'must be a user'],
  ],
});
