/** @import { EditModel } from '@plinth/plugin' */
import { defineFieldView } from '@plinth/plugin';
import { text } from '@plinth/plugin/settings';
import { choiceSelect, hasMore, needsChoices } from './parts/choices.js';

/** A person, from a list that is searched when it is long. */
export const userSelectView = defineFieldView({
  name: 'user_select',
  order: 570,
  label: 'Person',
  mode: 'edit',
  types: ['user'],
  settings: [text('empty', 'Label for no value')],
  scripts: ['core-views/js/fields/combobox.js'],
  needs: needsChoices,
  render: (/** @type {EditModel} */ m) => choiceSelect(m, { search: hasMore(m), empty: m.config.empty ?? '' }),
});
