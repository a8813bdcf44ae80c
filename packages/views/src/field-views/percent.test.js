import { viewCases } from './testing/view-cases.js';
import { percentView } from './percent.js';

viewCases(percentView, {
  values: ['12.5'],
  cases: [['prints a share', { value: '12.5' }, '<span class="text-nowrap">12.5%</span>']],
});
