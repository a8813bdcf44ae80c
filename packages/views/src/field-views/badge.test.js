import { viewCases } from './testing/view-cases.js';
import { badgeView } from './badge.js';

viewCases(badgeView, {
  attributes: {
    options: [
      { value: 'open', label: 'Still open', colour: 'green' },
      { value: 'done', label: 'Done' },
    ],
  },
  values: ['open', 'gone'],
  cases: [
    ['takes the colour of the option', { value: 'open' }, '<span class="badge pl-c-green">Still open</span>'],
    ['shows a value that was taken off the list', { value: 'gone' }, '<span class="badge pl-c-grey">gone</span>'],
  ],
});
