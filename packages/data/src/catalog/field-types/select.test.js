import { typeCases } from './testing/type-cases.js';
import { selectType } from './select.js';

typeCases(selectType, {
  attributes: {
    options: [
      { value: 'open', label: 'Still open', colour: 'green' },
      { value: 'done', label: 'Done' },
      { value: "o'clock", label: 'Quote' },
    ],
  },
  accepts: [
    ['open', 'open'],
    ['still OPEN', 'open'],
    ["o'clock", "o'clock"],
  ],
  refuses: [
    ['closed', 'must be one of: Still open, Done, Quote'],
    [['open'], 'must be one of the choices'],
  ],
});
