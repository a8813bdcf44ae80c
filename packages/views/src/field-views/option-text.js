import { defineFieldView, html } from '@plinth/plugin';
import { optionOf } from './parts/options.js';
import { isEmpty } from './parts/plain.js';

/** Labels of options as plain text. */
export const optionTextView = defineFieldView({
  name: 'option_text',
  order: 60,
  label: 'fv.option_text.label',
  mode: 'show',
  types: [{ value: 'choice' }],
  settings: [],
  render({ value, field }) {
    if (isEmpty(value)) return html``;
    return html`${[value]
      .flat()
      .map((entry) => optionOf(field, entry).label)
      .join(', ')}`;
  },
});
