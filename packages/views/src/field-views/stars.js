import { defineFieldView, html } from '@plinth/plugin';
import { numeric } from './parts/plain.js';

/** A rating as stars. */
export const starsView = defineFieldView({
  name: 'stars',
  order: 110,
  label: 'fv.stars',
  mode: 'show',
  types: [{ isWhole: true }],
  settings: [],
  render({ value, field, env }) {
    if (numeric(value) === null) return html``;
    const max = Math.min(Math.max(Number(field.attributes?.max ?? 5), 1), 10);
    const full = Math.min(Math.max(Math.round(Number(value)), 0), max);
    const stars = Array.from({ length: max }, (_, at) => env.icon(at < full ? 'star-filled' : 'star'));
    const text = env.t('fieldView.stars', { value: full, max });
    return html`<span class="pl-stars" role="img" aria-label="${text}">${stars}</span>`;
  },
});
