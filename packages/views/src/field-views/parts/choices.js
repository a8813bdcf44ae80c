/** @import { EditModel, Field, Html, Need } from '@plinth/plugin' */
import { attrs, html } from '@plinth/plugin';
import { controlAttributes, listOf } from './control.js';

/** So many choices are part of the page; beyond, the control searches on the server. */
export const INLINE_CHOICES = 100;

/** @typedef {{ value: string | number, label: string }} Choice */

/** @returns {Need[]} */
export const needsChoices = () => [
  { name: 'choices', choices: true, limit: INLINE_CHOICES },
  { name: 'label', label: true },
];

/** Choices of a relation, with those that are chosen but not among the first ones. @param {EditModel} m @returns {Choice[]} */
export function choicesOf(m) {
  /** @type {Choice[]} */
  const choices = Array.isArray(m.needed.choices) ? m.needed.choices : [];
  const known = new Set(choices.map((choice) => String(choice.value)));
  const missing = listOf(m.value).filter((value) => !known.has(value));
  return [...missing.map((value) => ({ value, label: labelOf(m, value) })), ...choices];
}

/** @param {EditModel} m @param {string} value */
function labelOf(m, value) {
  const { label } = m.needed;
  if (typeof label === 'string' && label !== '') return label;
  if (!Array.isArray(label)) return value;
  return label.find((/** @type {Choice} */ entry) => String(entry.value) === value)?.label ?? value;
}

/** Whether there may be more choices than the page holds. @param {EditModel} m */
export const hasMore = (m) => (m.needed.choices?.length ?? 0) >= INLINE_CHOICES;

/**
 * A select of related rows. With `search` a module turns it into a combobox that asks the server; without the module it
 * stays a select of the first choices.
 *
 * @param {EditModel} m @param {{ search: boolean, multiple?: boolean, empty: string }} options
 * @returns {Html}
 */
export function choiceSelect(m, { search, multiple = false, empty }) {
  const chosen = new Set(listOf(m.value));
  const more = search && {
    'data-pl-combobox': m.choicesUrl,
    'data-pl-none': m.env.t('fieldView.noMatch'),
    'data-pl-search': m.env.t('fieldView.search'),
    'data-pl-remove': m.env.t('fieldView.remove'),
  };
  return html`<select${controlAttributes(m, { class: 'form-select', multiple, ...more })}>${
    multiple ? '' : html`<option value="">${empty}</option>`
  }${choicesOf(m).map(({ value, label }) => option(value, label, chosen.has(String(value))))}</select>`;
}

/** @param {string | number} value @param {string} label @param {boolean} selected */
export const option = (value, label, selected) => html`<option${attrs({ value, selected })}>${label}</option>`;

/** Relation-like fields, for which choices exist. @param {Field} field */
export const isMany = (field) => field.type === 'many_to_many';
