import { viewCases } from './testing/view-cases.js';
import { badgeView } from './badge.js';
import { badgesView } from './badges.js';
import { checkView } from './check.js';
import { checkboxView } from './checkbox.js';
import { multiCheckboxView } from './multi-checkbox.js';
import { optionTextView } from './option-text.js';
import { radioView } from './radio.js';
import { selectView } from './select.js';
import { switchView } from './switch.js';
import { tagSelectView } from './tag-select.js';
import { yesNoView } from './yes-no.js';

viewCases(checkView, {
  values: [true, false],
});

viewCases(checkboxView, {
  values: [true, false],
  cases: [
    [
      'sends false while it is off',
      { value: false },
      '<input type="hidden" name="age" value="false"><input id="f" name="age" class="form-check-input" type="checkbox" value="true">',
    ],
  ],
});

viewCases(switchView, {
  values: [true, false],
  cases: [
    [
      'sends false while it is off',
      { value: false },
      '<input type="hidden" name="age" value="false"><input id="f" name="age" class="form-check-input" type="checkbox" value="true" role="switch">',
    ],
  ],
});

viewCases(yesNoView, {
  values: [true],
  cases: [['prints own words', { value: false, config: { no: 'Never' } }, 'Never']],
});

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

viewCases(optionTextView, {
  attributes: {
    options: [
      { value: 'open', label: 'Still open', colour: 'green' },
      { value: 'done', label: 'Done' },
    ],
  },
  values: ['open'],
  cases: [['prints the label', { value: 'open' }, 'Still open']],
});

viewCases(selectView, {
  attributes: {
    options: [
      { value: 'open', label: 'Still open', colour: 'green' },
      { value: 'done', label: 'Done' },
    ],
  },
  values: ['open', 'gone'],
  cases: [
    [
      'keeps a value that was taken off the list',
      { value: 'gone', field: { type: 'select' } },
      '<select id="f" name="age" class="form-select" data-pl-combobox="" data-pl-none="No matches" data-pl-search="Type to search" data-pl-remove="Remove" data-pl-look="colour"><option value=""></option><option value="gone" selected>gone</option></select>',
    ],
  ],
});

viewCases(radioView, {
  attributes: {
    options: [
      { value: 'open', label: 'Still open', colour: 'green' },
      { value: 'done', label: 'Done' },
    ],
  },
  values: ['open'],
});

viewCases(tagSelectView, {
  attributes: {
    options: [
      { value: 'open', label: 'Still open', colour: 'green' },
      { value: 'done', label: 'Done' },
    ],
  },
  values: [['open']],
});

viewCases(multiCheckboxView, {
  attributes: {
    options: [
      { value: 'open', label: 'Still open', colour: 'green' },
      { value: 'done', label: 'Done' },
    ],
  },
  values: [['open'], ['gone']],
});
