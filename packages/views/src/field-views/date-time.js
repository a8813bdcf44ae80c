import { defineFieldView, html } from '@plinth/plugin';
import { select } from '@plinth/plugin/settings';
import { asText, dated, machineTime } from './parts/plain.js';

/** @type {Record<string, Readonly<Intl.DateTimeFormatOptions>>} */
const STYLES = {
  short: Object.freeze({ dateStyle: 'short', timeStyle: 'short' }),
  medium: Object.freeze({ dateStyle: 'medium', timeStyle: 'short' }),
  long: Object.freeze({ dateStyle: 'long', timeStyle: 'short' }),
};

/** An instant in the reader's time zone. */
export const dateTimeView = defineFieldView({
  name: 'date_time',
  order: 130,
  label: 'fv.date_time.label',
  mode: 'show',
  types: ['date_time'],
  settings: [
    select('style', 'fv.form', { short: 'fv.short', medium: 'fv.medium', long: 'fv.long' }, { default: 'medium' }),
  ],
  render({ value, config, env }) {
    if (!dated(value)) return html`${asText(value)}`;
    const text = env.formats.dateTime(value, STYLES[config.style] ?? STYLES.medium);
    return html`<time datetime="${machineTime(value)}">${text}</time>`;
  },
});
