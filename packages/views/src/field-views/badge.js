import { defineFieldView, html } from '@plinth/plugin';
import { colourClass, optionOf } from './parts/options.js';
import { isEmpty, plainText } from './parts/plain.js';

/** A value as a coloured label. */
export const badgeView = defineFieldView({
  name: 'badge',
  order: 40,
  label: 'fv.badge.label',
  mode: 'show',
  types: [{ value: 'choice', isMany: false }, { isFree: true, isLong: false }, { isWhole: true }, { value: 'boolean' }],
  settings: [],
  render({ value, field, env }) {
    if (isEmpty(value)) return html``;
    if (field.traits.value !== 'choice') return html`<span class="badge pl-c-grey">${plainText(value, env)}</span>`;
    const option = optionOf(field, value);
    return html`<span class="badge ${colourClass(option.colour)}">${option.label}</span>`;
  },
});
