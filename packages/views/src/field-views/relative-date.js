import { defineFieldView, html } from '@plinth/plugin';
import { asText, dated, machineTime } from './parts/plain.js';

/** How long ago or until, with the exact time as a tooltip. */
export const relativeDateView = defineFieldView({
  name: 'relative_date',
  order: 140,
  label: 'fv.relative_date.label',
  mode: 'show',
  types: [{ hasDay: true }],
  settings: [],
  varies: { time: true },
  scripts: ['core-views/js/fields/relative-date.js'],
  render({ value, field, env }) {
    if (!dated(value)) return html`${asText(value)}`;
    const exact = !field.traits.hasTime ? env.formats.date(value) : env.formats.dateTime(value);
    const zone = !field.traits.hasTime && html`="${env.formats.timeZone}"`;
    return html`<time datetime="${machineTime(value)}" title="${exact}" data-pl-relative${zone}>${env.formats.relative(value)}</time>`;
  },
});
