import { defineFieldView, html } from '@plinth/plugin';

/** Yes as a check mark, no as a cross. */
export const checkView = defineFieldView({
  name: 'check',
  order: 170,
  label: 'fv.check.label',
  mode: 'show',
  types: ['boolean'],
  settings: [],
  render({ value, env }) {
    if (typeof value !== 'boolean') return html``;
    const text = html`<span class="visually-hidden">${env.t(value ? 'value.yes' : 'value.no')}</span>`;
    return value
      ? html`<span class="pl-check pl-ink pl-c-green">${env.icon('check')}${text}</span>`
      : html`<span class="pl-check text-secondary">${env.icon('x')}${text}</span>`;
  },
});
