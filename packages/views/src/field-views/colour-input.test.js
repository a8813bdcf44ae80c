import { viewCases } from './parts/view-cases.js';
import { colourInputView } from './colour-input.js';

viewCases(colourInputView, {
  values: ['#2563eb'],
});
