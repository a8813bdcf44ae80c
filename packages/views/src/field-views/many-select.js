/** @import { EditModel } from '@plinth/plugin' */
import { defineFieldView } from '@plinth/plugin';
import { choiceSelect, needsChoices, rowChoiceSettings } from './parts/choices.js';
import { COMBOBOX_SCRIPT } from './parts/combobox.js';

/** Any number of rows of another table, found by typing. */
export const manySelectView = defineFieldView({
  name: 'many_select',
  order: 600,
  label: 'fv.many_select.label',
  mode: 'edit',
  types: ['many_to_many'],
  settings: rowChoiceSettings,
  scripts: [COMBOBOX_SCRIPT],
  needs: needsChoices,
  render: (/** @type {EditModel} */ m) => choiceSelect(m, { multiple: true, empty: m.config.empty ?? '' }),
});
