/** @import { EditModel } from '@plinth/plugin' */
import { defineFieldView } from '@plinth/plugin';
import { choiceSelect, rowChoice } from './parts/choices.js';

/** A row of another table, found by typing. */
export const relationSearchView = defineFieldView({
  ...rowChoice,
  name: 'relation_search',
  order: 590,
  label: 'fv.relation_search.label',
  render: (/** @type {EditModel} */ m) => choiceSelect(m, { empty: m.config.empty ?? '' }),
});
