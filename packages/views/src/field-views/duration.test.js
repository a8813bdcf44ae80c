import { viewCases } from './testing/view-cases.js';
import { durationView } from './duration.js';

viewCases(durationView, {
  values: [5400],
  cases: [
    ['prints a clock', { value: 5405 }, '<time class="text-nowrap" datetime="PT5405S">1:30:05</time>'],
    [
      'prints words',
      { value: 5400, config: { style: 'words' } },
      '<time class="text-nowrap" datetime="PT5400S">1 hr 30 min</time>',
    ],
  ],
});
