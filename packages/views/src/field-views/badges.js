import { defineFieldView, html } from '@plinth/plugin';
import { colourClass, optionOf } from './parts/options.js';

/** Several options as coloured labels. */
export const badgesView = defineFieldView({
  name: 'badges',
  order: 50,
  label: 'fv.badges.label',
  mode: 'show',
  types: ['multi_select'],
  settings: [],
  render({ value, field }) {
    if (!Array.isArray(value)) return html``;
    const badges = value.map((/** @type {string} */ entry) => {
      const option = optionOf(field, entry);
      return html`<span class="badge ${colourClass(option.colour)}">${option.label}</span> `;
    });
    return html`<span class="pl-badges">${badges}</span>`;
  },
});
