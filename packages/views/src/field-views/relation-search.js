/** @import { EditModel } from '@plinth/plugin' */
import { defineFieldView } from '@plinth/plugin';
import { choiceSelect, needsChoices } from './parts/choices.js';

/** A row of another table, found by typing. */
export const relationSearchView = defineFieldView({
  name: 'relation_search',
  order: 590,
  label: 'Search',
  mode: 'edit',
  types: ['relation', 'one_to_one', 'user'],
  settings: [{ name: 'empty', type: 'text', label: 'Label for no value' }],
  scripts: ['core-views/js/fields/combobox.js'],
  needs: needsChoices,
  render: (/** @type {EditModel} */ m) => choiceSelect(m, { search: true, empty: m.config.empty ?? '' }),
});
