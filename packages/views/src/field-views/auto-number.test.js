import { autoNumberView } from './auto-number.js';
import { viewCases } from './testing/view-cases.js';

viewCases(autoNumberView, {
  attributes: { prefix: 'R&D-', digits: 3 },
  values: [42],
  cases: [['prints prefix and zeros', { value: 7 }, '<span class="text-nowrap">R&amp;D-007</span>']],
});
