import { viewCases } from './testing/view-cases.js';
import { tagSelectView } from './tag-select.js';

viewCases(tagSelectView, {
  attributes: {
    options: [
      { value: 'open', label: 'Still open', colour: 'green' },
      { value: 'done', label: 'Done' },
    ],
  },
  values: [['open']],
});
