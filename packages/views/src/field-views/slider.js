/** @import { EditModel } from '@plinth/plugin' */
import { defineFieldView, html } from '@plinth/plugin';
import { number } from '@plinth/plugin/settings';
import { controlAttributes, textOf } from './parts/control.js';

/** A slider between the smallest and the largest value; a module shows the number while it moves. */
export const sliderView = defineFieldView({
  name: 'slider',
  order: 380,
  label: 'fv.slider.label',
  mode: 'edit',
  types: ['percent', { value: 'number', hasUnit: false }],
  settings: [
    number('min', 'fv.slider.min'),
    number('max', 'fv.slider.max'),
    number('step', 'fv.slider.step', { min: 0 }),
  ],
  scripts: ['core-views/js/fields/slider.js'],
  render(/** @type {EditModel} */ m) {
    const attributes = m.field.attributes ?? {};
    const min = m.config.min ?? attributes.min ?? 0;
    const max = m.config.max ?? attributes.max ?? (m.field.type === 'rating' ? 5 : 100);
    const step = m.config.step || attributes.step || 1;
    const typed = textOf(m.value);
    // A slider always has a value, so an empty one is at its minimum.
    const value = Number.isFinite(Number(typed)) && typed !== '' ? typed : String(min);
    return html`<div class="pl-slider" data-pl-slider><input${controlAttributes(m, { type: 'range', class: 'form-range', required: null, min, max, step, value })}><output for="${m.id}">${value}</output></div>`;
  },
});
