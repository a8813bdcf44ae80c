import { defineFieldView, html } from '@plinth/plugin';
import { boolean } from '@plinth/plugin/settings';
import { numeric } from './parts/plain.js';

/** An amount with its currency. */
export const moneyView = defineFieldView({
  name: 'money',
  order: 80,
  label: 'fv.money.label',
  mode: 'show',
  types: ['money'],
  settings: [boolean('strip', 'fv.money.strip', { default: false })],
  render({ value, field, config, env }) {
    if (numeric(value) === null) return html``;
    const { currency, decimals = 2 } = field.attributes ?? {};
    const text = env.formats.number(value, {
      style: 'currency',
      currency: /^[A-Z]{3}$/.test(currency) ? currency : 'EUR',
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      ...(config.strip && { trailingZeroDisplay: 'stripIfInteger' }),
    });
    return html`<span class="text-nowrap">${text}</span>`;
  },
});
