import { viewCases } from './testing/view-cases.js';
import { percentInputView } from './percent-input.js';

viewCases(percentInputView, {
  values: ['12.5'],
});
