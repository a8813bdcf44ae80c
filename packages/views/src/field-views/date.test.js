import { viewCases } from './testing/view-cases.js';
import { dateView } from './date.js';

viewCases(dateView, {
  values: ['2026-11-21'],
  cases: [
    [
      'prints the day whatever the zone',
      { value: '2026-11-21' },
      '<time class="text-nowrap" datetime="2026-11-21">Nov 21, 2026</time>',
    ],
  ],
});
