/** @import { Html, Translate } from '@plinth/plugin' */
import { attrs, html } from '@plinth/plugin';

/** The name of the control for a new choice of another control. @param {string} name */
export const newChoiceName = (name) => `${name}.add`;

/**
 * A text beside the control of a field with choices, for people who may add one: it is added and chosen when the form is
 * saved.
 *
 * @param {{ name: string, id: string, label: string, typed?: Record<string, unknown>, t: Translate }} options
 * @returns {Html}
 */
export function newChoice({ name, id, label, typed, t }) {
  const own = newChoiceName(name);
  const given = typed?.[own];
  const text = attrs({
    type: 'text',
    id: `${id}-add`,
    name: own,
    class: 'form-control form-control-sm mt-1',
    value: typeof given === 'string' ? given : '',
    maxlength: 100,
    autocomplete: 'off',
    placeholder: t('fieldView.addChoice'),
    'aria-label': `${label}: ${t('fieldView.addChoice')}`,
  });
  return html`<input${text}>`;
}
