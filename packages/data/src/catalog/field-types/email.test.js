import { typeCases } from './testing/type-cases.js';
import { emailType } from './email.js';

typeCases(emailType, {
  attributes: {},
  accepts: [[' a.b+c@Example.com ', 'a.b+c@Example.com']],
  refuses: [
    ['a@', 'must be an e-mail address such as name@example.com'],
    ['a b@c.de', 'must be an e-mail address such as name@example.com'],
    ['a@b@c', 'must be an e-mail address such as name@example.com'],
    ['a@-b.de', 'must be an e-mail address such as name@example.com'],
    [`${'a'.repeat(65)}@b.de`, 'must be an e-mail address such as name@example.com'],
    ['a@b.de\nBcc: x@y.z', 'must be an e-mail address such as name@example.com'],
  ],
});
