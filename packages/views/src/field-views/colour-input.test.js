import { viewCases } from './testing/view-cases.js';
import { colourInputView } from './colour-input.js';

viewCases(colourInputView, {
  values: ['#2563eb'],
});
