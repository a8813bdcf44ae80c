import { viewCases } from './testing/view-cases.js';
import { moneyView } from './money.js';

viewCases(moneyView, {
  attributes: { currency: 'USD', decimals: 2 },
  values: ['12.50'],
  cases: [
    ['prints the currency', { value: '1234.5' }, '<span class="text-nowrap">$1,234.50</span>'],
    ['leaves out cents', { value: '12.00', config: { strip: true } }, '<span class="text-nowrap">$12</span>'],
    [
      'keeps those that are there',
      { value: '12.5', config: { strip: true } },
      '<span class="text-nowrap">$12.50</span>',
    ],
  ],
});
