import { typeCases } from './testing/type-cases.js';
import { phoneType } from './phone.js';

typeCases(phoneType, {
  attributes: {},
  accepts: [['+49 (30) 123-456', '+49 (30) 123-456']],
  refuses: [
    ['call me', 'must be a phone number such as +49 30 123456'],
    ['12', 'must be a phone number such as +49 30 123456'],
    ['+', 'must be a phone number such as +49 30 123456'],
    ['1'.repeat(41), 'must be a phone number such as +49 30 123456'],
  ],
});
