import { viewCases } from './testing/view-cases.js';
import { telInputView } from './tel-input.js';

viewCases(telInputView, {
  values: ['+49 1'],
});
