import { defineFieldView, html } from '@plinth/plugin';
import { asText, dated } from './parts/plain.js';

/** How long ago or until, with the exact time as a tooltip. */
export const relativeDateView = defineFieldView({
  name: 'relative_date',
  order: 140,
  label: 'Relative date',
  mode: 'show',
  types: [{ hasDay: true }],
  settings: [],
  varies: { time: true },
  scripts: ['core-views/js/fields/relative-date.js'],
  render({ value, field, env }) {
    if (!dated(value)) return html`${asText(value)}`;
    const exact = !field.traits.hasTime ? env.formats.date(value) : env.formats.dateTime(value);
    return html`<time class="text-nowrap" datetime="${value}" title="${exact}" data-pl-relative="${!field.traits.hasTime ? env.formats.timeZone : ''}">${env.formats.relative(value)}</time>`;
  },
});
