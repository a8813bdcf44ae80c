import { viewCases } from './testing/view-cases.js';
import { urlInputView } from './url-input.js';

viewCases(urlInputView, {
  values: ['https://x.y'],
});
