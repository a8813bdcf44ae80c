import { defineFieldView, html } from '@plinth/plugin';

/** JSON, indented. */
export const jsonView = defineFieldView({
  name: 'json',
  order: 240,
  label: 'fv.json',
  mode: 'show',
  types: ['json'],
  settings: [],
  render({ value, field }) {
    if (value === null || value === undefined) return html``;
    // It may scroll sideways, so the keyboard must be able to reach it.
    return html`<pre class="pl-json" tabindex="0" role="region" aria-label="${field.label}"><code>${JSON.stringify(value, null, 2)}</code></pre>`;
  },
});
