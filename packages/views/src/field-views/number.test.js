import { viewCases } from './testing/view-cases.js';
import { numberView } from './number.js';

viewCases(numberView, {
  values: [5, '1234.50'],
  cases: [
    ['groups thousands', { value: '1234567.5' }, '<span class="text-nowrap">1,234,567.5</span>'],
    [
      'keeps digits beyond a double',
      { value: '12345678901234567890.123456789' },
      '<span class="text-nowrap">12,345,678,901,234,567,890.123456789</span>',
    ],
    [
      'leaves the thousands of order numbers and years together',
      { value: 10023, field: { type: 'integer', attributes: { grouping: 'off' } } },
      '<span class="text-nowrap">10023</span>',
    ],
    [
      'leaves the thousands of a row’s number together',
      { value: 10023, field: { type: 'integer', auto: 'id' } },
      '<span class="text-nowrap">10023</span>',
    ],
    [
      'shows as many decimals as the field has',
      { value: '796.5', field: { type: 'decimal', attributes: { decimals: 2 } } },
      '<span class="text-nowrap">796.50</span>',
    ],
  ],
});
