import { viewCases } from './testing/view-cases.js';
import { timeInputView } from './time-input.js';

viewCases(timeInputView, {
  values: ['10:30'],
});
