/** @import { EditModel } from '@plinth/plugin' */
import { defineFieldView, html } from '@plinth/plugin';
import { integer } from '@plinth/plugin/settings';
import { controlAttributes } from './parts/control.js';

/** A control for JSON text. */
export const jsonInputView = defineFieldView({
  name: 'json_input',
  order: 540,
  label: 'fv.json',
  mode: 'edit',
  types: ['json'],
  settings: [integer('rows', 'fv.lines', { min: 2, max: 60, default: 6 })],
  render(/** @type {EditModel} */ m) {
    // A string is either invalid JSON that was entered, or a JSON string; only the error tells which.
    const text =
      m.value === null || m.value === undefined
        ? ''
        : m.error && typeof m.value === 'string'
          ? m.value
          : JSON.stringify(m.value, null, 2);
    const more = { rows: m.config.rows ?? 6, class: 'form-control font-monospace', spellcheck: 'false' };
    return html`<textarea${controlAttributes(m, more)}>${'\n'}${text}</textarea>`;
  },
});
