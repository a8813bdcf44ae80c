import { viewCases } from './testing/view-cases.js';
import { radioView } from './radio.js';

viewCases(radioView, {
  attributes: {
    options: [
      { value: 'open', label: 'Still open', colour: 'green' },
      { value: 'done', label: 'Done' },
    ],
  },
  values: ['open'],
});
