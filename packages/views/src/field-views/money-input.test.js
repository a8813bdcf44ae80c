import { viewCases } from './parts/view-cases.js';
import { moneyInputView } from './money-input.js';

viewCases(moneyInputView, {
  values: ['12.50'],
});
