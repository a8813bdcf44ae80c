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
  ],
});
