import { viewCases } from './testing/view-cases.js';
import { colourSwatchView } from './colour-swatch.js';

viewCases(colourSwatchView, {
  values: ['#2563eb'],
  cases: [
    [
      'fills a square',
      { value: '#2563eb', config: { text: false } },
      '<span class="pl-swatch"><svg width="16" height="16" viewBox="0 0 16 16" role="img" aria-label="#2563eb"><rect width="16" height="16" rx="3" fill="#2563eb"></rect></svg></span>',
    ],
    ['prints nothing for what is no colour', { value: 'red' }, ''],
  ],
});
