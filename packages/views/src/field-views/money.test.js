import { viewCases } from './testing/view-cases.js';
import { moneyView } from './money.js';

viewCases(moneyView, {
  attributes: { currency: 'USD', decimals: 2 },
  values: ['12.50'],
  cases: [['prints the currency', { value: '1234.5' }, '<span class="text-nowrap">$1,234.50</span>']],
});
