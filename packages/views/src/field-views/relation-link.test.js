import { viewCases } from './testing/view-cases.js';
import { relationLinkView } from './relation-link.js';

viewCases(relationLinkView, {
  values: [1],
  needed: {
    label: 'Anna',
    choices: [
      { value: 1, label: 'Anna' },
      { value: 2, label: 'Bob' },
    ],
  },
  settings: { view: 'show_person' },
  cases: [
    [
      'links to the row',
      { value: 7, needed: { label: 'Anna' }, config: { view: 'show_person' } },
      '<a href="/view/show_person?id=7">Anna</a>',
    ],
    [
      'prints nothing for a row that may not be read',
      { value: 7, needed: { label: null }, config: { view: 'show_person' } },
      '',
    ],
  ],
});
