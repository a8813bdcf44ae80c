/** @import { EditModel } from '@plinth/plugin' */
import { defineFieldView, html } from '@plinth/plugin';
import { clockText } from './parts/duration-text.js';
import { controlAttributes, textOf } from './parts/control.js';
import { TYPED_SCRIPT, numberAttributes } from './parts/number-control.js';

/** One bound of a number range. */
export const filterNumberView = defineFieldView({
  name: 'filter_number',
  order: 640,
  label: 'fv.number',
  mode: 'filter',
  scripts: [TYPED_SCRIPT],
  types: [{ value: 'number' }],
  settings: [],
  render(/** @type {EditModel} */ m) {
    if (m.field.traits.hasTime) {
      const value = typeof m.value === 'number' ? clockText(m.value) : textOf(m.value);
      return html`<input${controlAttributes(m, { type: 'text', value, placeholder: '1:30' })}>`;
    }
    // A filter may ask for numbers beyond the field's bounds.
    const { min, max, ...attributes } = m.field.attributes ?? {};
    return html`<input${numberAttributes({ ...m, field: { ...m.field, attributes } }, textOf(m.value))}>`;
  },
});
