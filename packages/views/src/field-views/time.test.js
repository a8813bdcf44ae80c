import { viewCases } from './testing/view-cases.js';
import { timeView } from './time.js';

viewCases(timeView, {
  values: ['10:30'],
  cases: [
    [
      'prints the time as the language writes it',
      { value: '08:00' },
      '<time class="text-nowrap" datetime="08:00">8:00 AM</time>',
    ],
    [
      'with seconds where there are some',
      { value: '20:15:30' },
      '<time class="text-nowrap" datetime="20:15:30">8:15:30 PM</time>',
    ],
    ['and anything else as it is', { value: 'noon' }, 'noon'],
  ],
});
