/** @import { Html, Translate } from '@plinth/plugin' */
import { attrs, html } from '@plinth/plugin';

/** The name of the control for a new choice of another control. @param {string} name */
export const newChoiceName = (name) => `${name}.add`;

/**
 * A text beside the control of a field with choices, for people who may add one: it is added and chosen when the form is
 * saved. A script offers it in the list of the control instead, several of them for a list.
 *
 * @param {{ name: string, id: string, label: string, typed?: Record<string, unknown>, t: Translate }} options
 * @returns {Html}
 */
export function newChoice({ name, id, label, typed, t }) {
  const own = newChoiceName(name);
  const [given = '', ...others] = [typed?.[own] ?? []].flat().filter((text) => typeof text === 'string');
  const text = attrs({
    type: 'text',
    id: `${id}-add`,
    name: own,
    class: 'form-control form-control-sm mt-1',
    value: given,
    maxlength: 100,
    autocomplete: 'off',
    placeholder: t('fieldView.addChoice'),
    'aria-label': `${label}: ${t('fieldView.addChoice')}`,
    'data-pl-adds': t('fieldView.addNamed', { text: '{text}' }),
  });
  return html`<input${text}>${others.map((value) => html`<input${attrs({ type: 'hidden', name: own, value })}>`)}`;
}
