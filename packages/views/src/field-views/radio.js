/** @import { EditModel } from '@plinth/plugin' */
import { defineFieldView } from '@plinth/plugin';
import { boolean } from '@plinth/plugin/settings';
import { checkList } from './parts/check-list.js';
import { textOf } from './parts/control.js';
import { optionsOf } from './parts/options.js';

/** One of the options, as radio buttons. */
export const radioView = defineFieldView({
  name: 'radio',
  order: 430,
  label: 'fv.radio.label',
  mode: 'edit',
  types: [{ value: 'choice', isMany: false }, { value: 'boolean' }],
  settings: [boolean('inline', 'fv.horizontal', { default: false })],
  control: 'group',
  render(/** @type {EditModel} */ m) {
    const { t } = m.env;
    const yesNo = [
      { value: 'true', label: t('value.yes') },
      { value: 'false', label: t('value.no') },
    ];
    const options = m.field.traits.value === 'boolean' ? yesNo : optionsOf(m.field);
    // A radio button can't be unchecked, so an optional field gets a choice for "none".
    const entries =
      m.required || m.field.traits.value === 'boolean'
        ? options
        : [{ value: '', label: t('fieldView.none') }, ...options];
    return checkList(m, { type: 'radio', entries, chosen: [textOf(m.value)] });
  },
});
