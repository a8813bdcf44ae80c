import { typeCases } from './testing/type-cases.js';
import { imageType } from './image.js';

typeCases(imageType, {
  attributes: {},
  accepts: [['0193f7a0-0000-7000-8000-00000000000a', '0193f7a0-0000-7000-8000-00000000000a']],
  refuses: [['x.png', 'must be an uploaded image']],
});
