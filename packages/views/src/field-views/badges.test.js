import { viewCases } from './testing/view-cases.js';
import { badgesView } from './badges.js';

viewCases(badgesView, {
  attributes: {
    options: [
      { value: 'open', label: 'Still open', colour: 'green' },
      { value: 'done', label: 'Done' },
    ],
  },
  values: [['open', 'gone']],
  cases: [
    [
      'prints one badge an option',
      { value: ['open'] },
      '<span class="pl-badges"><span class="badge pl-c-green">Still open</span> </span>',
    ],
  ],
});
