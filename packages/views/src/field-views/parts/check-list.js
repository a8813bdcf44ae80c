/** @import { EditModel, Html } from '@plinth/plugin' */
import { attrs, html } from '@plinth/plugin';

/**
 * Radios or checkboxes of one name, one below the other or side by side. The fieldset around them is the form's.
 *
 * @param {EditModel} m
 * @param {{ type: 'radio' | 'checkbox', entries: readonly { value: string | number, label: unknown }[], chosen:
 *   readonly string[] }} options
 * @returns {Html}
 */
export function checkList(m, { type, entries, chosen }) {
  const inline = m.config.inline ? ' form-check-inline' : '';
  return html`${entries.map(({ value, label }, at) => {
    const id = at === 0 ? m.id : `${m.id}-${at}`;
    const attributes = attrs({
      type,
      id,
      name: m.name,
      value,
      class: m.error ? 'form-check-input is-invalid' : 'form-check-input',
      checked: chosen.includes(String(value)),
      required: type === 'radio' && m.required,
      'aria-invalid': m.error ? 'true' : null,
      'aria-describedby': m.describedBy,
    });
    return html`<div class="form-check${inline}"><input${attributes}><label class="form-check-label" for="${id}">${label}</label></div>`;
  })}`;
}
