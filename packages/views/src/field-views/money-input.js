/** @import { EditModel } from '@plinth/plugin' */
import { defineFieldView, html } from '@plinth/plugin';
import { textOf } from './parts/control.js';
import { TYPED_SCRIPT, numberAttributes } from './parts/number-control.js';

/** A control for an amount, with its currency beside it. */
export const moneyInputView = defineFieldView({
  name: 'money_input',
  order: 360,
  label: 'fv.money_input.label',
  mode: 'edit',
  scripts: [TYPED_SCRIPT],
  types: ['money'],
  settings: [],
  render(/** @type {EditModel} */ m) {
    const { decimals = 2, currency = 'EUR' } = m.field.attributes ?? {};
    const step = (1 / 10 ** decimals).toFixed(decimals);
    return html`<div class="input-group"><input${numberAttributes(m, textOf(m.value), { step })}><span class="input-group-text">${currency}</span></div>`;
  },
});
