import { viewCases } from './testing/view-cases.js';
import { imageUploadView } from './image-upload.js';

viewCases(imageUploadView, {
  values: ['0193f7a0-0000-7000-8000-00000000000a'],
  needed: { file: { id: '0193f7a0-0000-7000-8000-00000000000a', name: 'a b.png', mime: 'image/png', size: 12345 } },
});
