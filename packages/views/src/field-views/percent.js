import { defineFieldView, html } from '@plinth/plugin';
import { integer } from '@plinth/plugin/settings';
import { numeric } from './parts/plain.js';

/** A share: 12.5 as 12.5 %. */
export const percentView = defineFieldView({
  name: 'percent',
  order: 90,
  label: 'fv.percent',
  mode: 'show',
  types: ['percent', { value: 'number', hasUnit: false }],
  settings: [integer('decimals', 'fv.decimals', { min: 0, max: 6, default: 1 })],
  render({ value, config, env }) {
    if (numeric(value) === null) return html``;
    const text = env.formats.number(Number(value) / 100, {
      style: 'percent',
      maximumFractionDigits: config.decimals ?? 1,
    });
    return html`<span class="text-nowrap">${text}</span>`;
  },
});
