import { viewCases } from './testing/view-cases.js';
import { labelsView } from './labels.js';
import { manySelectView } from './many-select.js';
import { relationLabelView } from './relation-label.js';
import { relationLinkView } from './relation-link.js';
import { relationSearchView } from './relation-search.js';
import { relationSelectView } from './relation-select.js';
import { userNameView } from './user-name.js';
import { userSelectView } from './user-select.js';

viewCases(relationLabelView, {
  values: [1],
  needed: {
    label: 'Anna',
    choices: [
      { value: 1, label: 'Anna' },
      { value: 2, label: 'Bob' },
    ],
  },
  cases: [['prints the label', { value: 1, needed: { label: 'Anna' } }, 'Anna']],
});

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

viewCases(relationSearchView, {
  values: [1],
  needed: {
    label: 'Anna',
    choices: [
      { value: 1, label: 'Anna' },
      { value: 2, label: 'Bob' },
    ],
  },
});

viewCases(relationSelectView, {
  values: [1],
  needed: {
    label: 'Anna',
    choices: [
      { value: 1, label: 'Anna' },
      { value: 2, label: 'Bob' },
    ],
  },
  cases: [
    [
      'keeps a chosen row that is not among the first choices',
      { value: 9, needed: { label: 'Zoe', choices: [{ value: 1, label: 'Anna' }] } },
      '<select id="f" name="age" class="form-select" data-pl-combobox="/view/x/choices?field=t.age" data-pl-whole data-pl-none="No matches" data-pl-search="Type to search" data-pl-remove="Remove" data-pl-recents="Recent"><option value=""></option><option value="9" selected>Zoe</option><option value="1">Anna</option></select>',
    ],
    [
      'offers the form for a new row to those who get one',
      {
        value: null,
        needed: { choices: [], create: { url: '/view/person_edit', label: 'New person', title: 'name' } },
      },
      '<select id="f" name="age" class="form-select" data-pl-combobox="/view/x/choices?field=t.age" data-pl-whole data-pl-none="No matches" data-pl-search="Type to search" data-pl-remove="Remove" data-pl-recents="Recent" data-pl-create="/view/person_edit" data-pl-creates="New person" data-pl-title="name" data-pl-creates-by="/assets/core-views/js/views/create-row.js" data-pl-panel-style="/assets/core-views/css/panel.css"><option value=""></option></select>',
    ],
  ],
});

viewCases(labelsView, {
  values: [[1]],
  needed: {
    labels: [{ value: 1, label: 'Anna' }],
    label: [{ value: 1, label: 'Anna' }],
    choices: [{ value: 1, label: 'Anna' }],
  },
  cases: [
    [
      'prints a badge a row',
      { needed: { labels: [{ value: 1, label: 'Anna' }] } },
      '<span class="badge pl-c-grey">Anna</span> ',
    ],
  ],
});

viewCases(manySelectView, {
  values: [[1]],
  needed: {
    labels: [{ value: 1, label: 'Anna' }],
    label: [{ value: 1, label: 'Anna' }],
    choices: [{ value: 1, label: 'Anna' }],
  },
});

viewCases(userNameView, {
  values: ['0193f7a0-0000-7000-8000-00000000000a'],
  needed: { label: 'Anna Maria Bell' },
});

viewCases(userSelectView, {
  values: [1],
  needed: {
    label: 'Anna',
    choices: [
      { value: 1, label: 'Anna' },
      { value: 2, label: 'Bob' },
    ],
  },
});
