/** @import { EditModel } from '@plinth/plugin' */
import { defineFieldView } from '@plinth/plugin';
import { text } from '@plinth/plugin/settings';
import { INLINE_CHOICES, choiceSelect } from './parts/choices.js';

/** Rows that point at one row of another table, or all. */
export const filterRelationView = defineFieldView({
  name: 'filter_relation',
  order: 670,
  label: 'fv.filter_relation.label',
  mode: 'filter',
  types: [{ value: 'reference' }],
  settings: [text('all', 'fv.labelForAll')],
  scripts: ['core-views/js/fields/combobox.js'],
  needs: () => [{ name: 'choices', choices: true, limit: INLINE_CHOICES }],
  render: (/** @type {EditModel} */ m) =>
    choiceSelect(m, { isPlain: true, empty: m.config.all || m.env.t('fieldView.all') }),
});
