import { typeCases } from './testing/type-cases.js';
import { textType } from './text.js';

typeCases(textType, {
  attributes: { maxLength: 20, pattern: '^[^!]*$' },
  accepts: [
    [' a b ', ' a b '],
    ['line\r\nline', 'line\nline'],
    [42, '42'],
    ['🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂', '🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂'],
  ],
  refuses: [
    [['a'], 'must be text'],
    [{}, 'must be text'],
    [true, 'must be text'],
    ['a\0b', 'must not contain NUL characters'],
    ['\ud800', 'must be valid Unicode text'],
    ['a'.repeat(21), 'must have at most 20 characters'],
    ['no!', 'does not match the required pattern'],
  ],
});
