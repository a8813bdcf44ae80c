/** @import { EditModel } from '@plinth/plugin' */
import { defineFieldView } from '@plinth/plugin';
import { choiceSelect, hasMore, needsChoices } from './parts/choices.js';

/** A row of another table, from a list that is searched when it is long. */
export const relationSelectView = defineFieldView({
  name: 'relation_select',
  order: 580,
  label: 'Drop-down list',
  mode: 'edit',
  types: ['relation', 'one_to_one', 'user'],
  settings: [{ name: 'empty', type: 'text', label: 'Label for no value' }],
  scripts: ['core-views/js/fields/combobox.js'],
  needs: needsChoices,
  render: (/** @type {EditModel} */ m) => choiceSelect(m, { search: hasMore(m), empty: m.config.empty ?? '' }),
});
