/** @import { EditModel } from '@plinth/plugin' */
import { defineFieldView, html } from '@plinth/plugin';
import { option } from './parts/choices.js';
import { COMBOBOX_SCRIPT, comboboxAttributes } from './parts/combobox.js';
import { controlAttributes, listOf } from './parts/control.js';
import { optionsOf } from './parts/options.js';

/** Any number of the options as tags; without its module a list to choose several from. */
export const tagSelectView = defineFieldView({
  name: 'tag_select',
  order: 450,
  label: 'fv.tag_select.label',
  mode: 'edit',
  types: ['multi_select'],
  settings: [],
  scripts: [COMBOBOX_SCRIPT],
  render(/** @type {EditModel} */ m) {
    const chosen = new Set(listOf(m.value));
    const more = comboboxAttributes(m, { look: 'colour' });
    return html`<select${controlAttributes(m, { class: 'form-select', multiple: true, ...more })}>${optionsOf(
      m.field,
    ).map(({ value, label, colour }) => option(value, label, chosen.has(value), { colour }))}</select>`;
  },
});
