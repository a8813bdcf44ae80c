import { viewCases } from './testing/view-cases.js';
import { progressView } from './progress.js';

viewCases(progressView, {
  values: [50],
  cases: [
    [
      'fills at the largest value',
      { value: '25' },
      '<span class="pl-progress"><progress class="progress" value="0.25" max="1" aria-label="Sample">25%</progress> <span class="text-secondary">25%</span></span>',
    ],
    [
      'never goes beyond full',
      { value: 300, config: { text: false } },
      '<progress class="progress" value="1" max="1" aria-label="Sample">100%</progress>',
    ],
  ],
});
