import { attrs, defineFieldView, html } from '@plinth/plugin';
import { boolean } from '@plinth/plugin/settings';
import { asText } from './parts/plain.js';

/** A colour as a filled square: an SVG, since the page allows no inline style. */
export const colourSwatchView = defineFieldView({
  name: 'colour_swatch',
  order: 230,
  label: 'fv.colour_swatch.label',
  mode: 'show',
  types: ['colour'],
  settings: [boolean('text', 'fv.colour_swatch.text', { default: true })],
  render({ value, config }) {
    if (!/^#[0-9a-f]{6}$/i.test(asText(value))) return html``;
    const named = attrs(config.text === false ? { role: 'img', 'aria-label': value } : { 'aria-hidden': 'true' });
    const square = html`<svg width="16" height="16" viewBox="0 0 16 16"${named}><rect width="16" height="16" rx="3" fill="${value}"></rect></svg>`;
    return html`<span class="pl-swatch">${square}${config.text !== false && html`<code>${value}</code>`}</span>`;
  },
});
