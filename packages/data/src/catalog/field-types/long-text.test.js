import { typeCases } from './testing/type-cases.js';
import { longTextType } from './long-text.js';

typeCases(longTextType, {
  attributes: { minLength: 3 },
  accepts: [['a\nb\rc', 'a\nb\nc']],
  refuses: [
    ['ab', 'must have at least 3 characters'],
    ['x'.repeat(1_000_001), 'must have at most 1000000 characters'],
  ],
});
