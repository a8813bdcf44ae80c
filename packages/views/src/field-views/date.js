import { defineFieldView, html } from '@plinth/plugin';
import { select } from '@plinth/plugin/settings';
import { asText, dated, machineTime } from './parts/plain.js';

/** @type {Readonly<Record<string, Intl.DateTimeFormatOptions>>} */
export const DATE_STYLES = {
  short: { dateStyle: 'short' },
  medium: { dateStyle: 'medium' },
  long: { dateStyle: 'long' },
  full: { dateStyle: 'full' },
  month: { year: 'numeric', month: 'long' },
};

/** A day as the reader's language writes it. */
export const dateView = defineFieldView({
  name: 'date',
  order: 120,
  label: 'fv.date',
  mode: 'show',
  types: [{ hasDay: true }],
  settings: [
    select(
      'style',
      'fv.form',
      {
        short: 'fv.short',
        medium: 'fv.medium',
        long: 'fv.long',
        full: 'fv.date.style.full',
        month: 'fv.date.style.month',
      },
      { default: 'medium' },
    ),
  ],
  render({ value, field, config, env }) {
    if (!dated(value)) return html`${asText(value)}`;
    const style = DATE_STYLES[config.style] ?? DATE_STYLES.medium;
    const text = field.traits.hasTime ? env.formats.dateTime(value, style) : env.formats.date(value, style);
    return html`<time datetime="${machineTime(value)}">${text}</time>`;
  },
});
