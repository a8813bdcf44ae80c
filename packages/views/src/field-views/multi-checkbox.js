/** @import { EditModel } from '@plinth/plugin' */
import { defineFieldView } from '@plinth/plugin';
import { boolean } from '@plinth/plugin/settings';
import { checkList } from './parts/check-list.js';
import { listOf } from './parts/control.js';
import { optionOf, optionsOf } from './parts/options.js';

/** Any number of the options, as checkboxes. */
export const multiCheckboxView = defineFieldView({
  name: 'multi_checkbox',
  order: 440,
  label: 'fv.multi_checkbox.label',
  mode: 'edit',
  types: ['multi_select'],
  settings: [boolean('inline', 'fv.horizontal', { default: false })],
  control: 'group',
  render(/** @type {EditModel} */ m) {
    const options = optionsOf(m.field);
    const chosen = listOf(m.value);
    const lost = chosen
      .filter((value) => !options.some((entry) => entry.value === value))
      .map((value) => optionOf(m.field, value));
    return checkList(m, { type: 'checkbox', entries: [...options, ...lost], chosen });
  },
});
