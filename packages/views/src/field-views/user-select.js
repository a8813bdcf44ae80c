/** @import { EditModel } from '@plinth/plugin' */
import { defineFieldView } from '@plinth/plugin';
import { text } from '@plinth/plugin/settings';
import { choiceSelect, needsChoices } from './parts/choices.js';
import { COMBOBOX_SCRIPT } from './parts/combobox.js';

/** A person, from a list that is searched when it is long. */
export const userSelectView = defineFieldView({
  name: 'user_select',
  order: 570,
  label: 'fv.user_select.label',
  mode: 'edit',
  types: ['user'],
  settings: [text('empty', 'fv.empty')],
  scripts: [COMBOBOX_SCRIPT],
  needs: (field) => needsChoices(field, { create: false }),
  render: (/** @type {EditModel} */ m) => choiceSelect(m, { empty: m.config.empty ?? '' }),
});
