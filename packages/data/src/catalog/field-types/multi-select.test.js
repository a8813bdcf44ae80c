import { typeCases } from './testing/type-cases.js';
import { multiSelectType } from './multi-select.js';

typeCases(multiSelectType, {
  attributes: {
    options: [
      { value: 'open', label: 'Still open', colour: 'green' },
      { value: 'done', label: 'Done' },
      { value: "o'clock", label: 'Quote' },
    ],
  },
  accepts: [
    [
      ['open', 'done', 'open'],
      ['open', 'done'],
    ],
    ['Done; open', ['done', 'open']],
    ['open,done', ['open', 'done']],
    ['["open"]', ['open']],
    [[''], null],
    [[], null],
  ],
  refuses: [
    ['open, lost', 'may only contain: Still open, Done, Quote'],
    ['[1', 'must be a list of choices'],
    [{}, 'must be a list of choices'],
    [[['open']], 'must be a list of choices'],
  ],
});
