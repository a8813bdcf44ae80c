/** @import { EditModel } from '@plinth/plugin' */
import { defineFieldView, html } from '@plinth/plugin';
import { textOf } from './parts/control.js';
import { TYPED_SCRIPT, numberAttributes } from './parts/number-control.js';

/** A control for a share in percent. */
export const percentInputView = defineFieldView({
  name: 'percent_input',
  order: 370,
  label: 'fv.percent',
  mode: 'edit',
  scripts: [TYPED_SCRIPT],
  types: ['percent'],
  settings: [],
  render: (/** @type {EditModel} */ m) =>
    html`<div class="input-group"><input${numberAttributes(m, textOf(m.value))}><span class="input-group-text">%</span></div>`,
});
