import { viewCases } from './testing/view-cases.js';
import { relationLinkView } from './relation-link.js';

viewCases(relationLinkView, {
  values: [1],
  needed: {
    label: 'Anna',
    open: true,
    choices: [
      { value: 1, label: 'Anna' },
      { value: 2, label: 'Bob' },
    ],
  },
  settings: { view: 'show_person' },
  cases: [
    [
      'links to the row',
      { value: 7, needed: { label: 'Anna', open: true }, config: { view: 'show_person' } },
      '<a href="/view/show_person?id=7">Anna</a>',
    ],
    [
      'leads nowhere for those who may not open the view',
      { value: 7, needed: { label: 'Anna', open: false }, config: { view: 'edit_person' } },
      'Anna',
    ],
    [
      'prints nothing for a row that may not be read',
      { value: 7, needed: { label: null }, config: { view: 'show_person' } },
      '',
    ],
  ],
});
