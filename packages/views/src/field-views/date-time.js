import { defineFieldView, html } from '@plinth/plugin';
import { asText, dated } from './parts/plain.js';

/** An instant in the reader's time zone. */
export const dateTimeView = defineFieldView({
  name: 'date_time',
  label: 'Date and time',
  mode: 'show',
  types: ['date_time'],
  settings: [
    {
      name: 'style',
      type: 'select',
      label: 'Form',
      default: 'medium',
      options: [
        { value: 'short', label: 'Short' },
        { value: 'medium', label: 'Medium' },
        { value: 'long', label: 'Long' },
      ],
    },
  ],
  render({ value, config, env }) {
    if (!dated(value)) return html`${asText(value)}`;
    const dateStyle = /** @type {Intl.DateTimeFormatOptions['dateStyle']} */ (config.style ?? 'medium');
    const text = env.formats.dateTime(value, { dateStyle, timeStyle: 'short' });
    return html`<time class="text-nowrap" datetime="${value}">${text}</time>`;
  },
});
