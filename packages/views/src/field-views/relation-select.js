/** @import { EditModel } from '@plinth/plugin' */
import { defineFieldView } from '@plinth/plugin';
import { choiceSelect, rowChoice } from './parts/choices.js';

/** A row of another table, from a list that is searched when it is long. */
export const relationSelectView = defineFieldView({
  ...rowChoice,
  name: 'relation_select',
  order: 580,
  label: 'fv.dropDownList',
  render: (/** @type {EditModel} */ m) => choiceSelect(m, { empty: m.config.empty ?? '' }),
});
