import { typeCases } from './testing/type-cases.js';
import { fileType } from './file.js';

typeCases(fileType, {
  attributes: {},
  accepts: [['0193f7a0-0000-7000-8000-00000000000a', '0193f7a0-0000-7000-8000-00000000000a']],
  refuses: [
    ['../../etc/passwd', 'must be an uploaded file'],
    [{ path: '/etc/passwd', size: 1 }, 'must be an uploaded file'],
  ],
});
