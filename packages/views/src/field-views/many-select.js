/** @import { EditModel } from '@plinth/plugin' */
import { defineFieldView } from '@plinth/plugin';
import { text } from '@plinth/plugin/settings';
import { choiceSelect, needsChoices } from './parts/choices.js';

/** Any number of rows of another table, found by typing. */
export const manySelectView = defineFieldView({
  name: 'many_select',
  order: 600,
  label: 'List of rows',
  mode: 'edit',
  types: ['many_to_many'],
  settings: [text('empty', 'Label for no value')],
  scripts: ['core-views/js/fields/combobox.js'],
  needs: needsChoices,
  render: (/** @type {EditModel} */ m) =>
    choiceSelect(m, { multiple: true, search: true, empty: m.config.empty ?? '' }),
});
