import { viewCases } from './testing/view-cases.js';
import { moneyInputView } from './money-input.js';

viewCases(moneyInputView, {
  values: ['12.50'],
});
