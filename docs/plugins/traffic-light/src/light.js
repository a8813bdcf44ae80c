import { defineFieldView, html } from '@plinth/plugin';

/** Which colour a number has. @param {number} value @param {{ green: number, red: number }} limits */
export function colourOf(value, { green, red }) {
  if (value >= green) return 'green';
  return value <= red ? 'red' : 'yellow';
}

/** A whole number as a coloured dot, with the number beside it for those who see no colours. */
export const light = defineFieldView({
  name: 'traffic_light',
  label: 'Traffic light',
  mode: 'show',
  types: [{ value: 'number' }],
  settings: [
    { name: 'green', type: 'integer', label: 'Green from', default: 80 },
    { name: 'red', type: 'integer', label: 'Red up to', default: 20 },
  ],
  render({ value, config }) {
    if (typeof value !== 'number' && typeof value !== 'string') return html``;
    return html`<span class="badge pl-c-${colourOf(Number(value), config)}">${value}</span>`;
  },
});
