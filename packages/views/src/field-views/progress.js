import { attrs, defineFieldView, html } from '@plinth/plugin';
import { boolean, number } from '@plinth/plugin/settings';
import { numeric } from './parts/plain.js';

/** A number as a bar from the smallest to the largest value. */
export const progressView = defineFieldView({
  name: 'progress',
  order: 100,
  label: 'fv.progress.label',
  mode: 'show',
  types: ['percent', { value: 'number', hasUnit: false }],
  settings: [number('max', 'fv.progress.max', { min: 0 }), boolean('text', 'fv.progress.text', { default: true })],
  render({ value, field, config, env }) {
    if (numeric(value) === null) return html``;
    const max = config.max || field.attributes?.max || 100;
    const share = Math.min(Math.max(Number(value) / max, 0), 1);
    const text = env.formats.number(share, { style: 'percent', maximumFractionDigits: 0 });
    const bar = html`<progress${attrs({ class: 'progress', value: share, max: 1, 'aria-label': field.label })}>${text}</progress>`;
    return config.text === false
      ? bar
      : html`<span class="pl-progress">${bar} <span class="text-secondary">${text}</span></span>`;
  },
});
