/** @import { EditModel, Html, Need } from '@plinth/plugin' */
import { attrs, html } from '@plinth/plugin';
import { controlAttributes, listOf } from './control.js';

/** The maximum number of choices in the page; with more, the control searches on the server. */
export const INLINE_CHOICES = 100;

/** @typedef {{ value: string | number, label: string }} Choice */

/** @returns {Need[]} */
export const needsChoices = () => [
  { name: 'choices', choices: true, limit: INLINE_CHOICES },
  { name: 'label', label: true },
];

/** What the views have that choose one row of another table. */
export const rowChoice = {
  mode: /** @type {const} */ ('edit'),
  types: [{ value: /** @type {const} */ ('reference'), isMany: false }],
  settings: [{ name: 'empty', type: /** @type {const} */ ('text'), label: 'Label for no value' }],
  scripts: ['core-views/js/fields/combobox.js'],
  needs: needsChoices,
};

/**
 * The choices of a relation: search results or the first ones, always including the selected ones.
 *
 * @param {EditModel} m @returns {Choice[]}
 */
export function choicesOf(m) {
  /** @type {Choice[]} */
  const first = Array.isArray(m.needed.choices) ? m.needed.choices : [];
  const chosen = new Set(listOf(m.value));
  /** @type {Choice[]} */
  const found = m.needed.found?.choices ?? [];
  const isChosen = (/** @type {Choice} */ { value }) => chosen.has(String(value));
  const choices = m.needed.found ? [...first.filter(isChosen), ...found.filter((entry) => !isChosen(entry))] : first;
  const known = new Set([...first, ...found].map(({ value }) => String(value)));
  const missing = [...chosen].filter((value) => !known.has(value));
  return [...missing.map((value) => ({ value, label: labelOf(m, value) })), ...choices];
}

/**
 * The row's label belongs to its stored key, not to another one that was entered.
 *
 * @param {EditModel} m
 * @param {string} value
 */
function labelOf(m, value) {
  const { label } = m.needed;
  if (typeof label === 'string' && label !== '') return String(m.row[m.field.name] ?? value) === value ? label : value;
  if (!Array.isArray(label)) return value;
  return label.find((/** @type {Choice} */ entry) => String(entry.value) === value)?.label ?? value;
}

/** Whether there may be more choices than the page holds. @param {EditModel} m */
export const hasMore = (m) => Boolean(m.needed.found) || (m.needed.choices?.length ?? 0) >= INLINE_CHOICES;

/** The name of the control that searches the choices of another one. @param {string} name */
export const searchName = (name) => `${name}.find`;

/**
 * A select of related rows. With `search` a module turns it into a combobox that asks the server. Without the module it
 * stays a select of the first choices, beside a text by which the form looks for others when it is sent.
 *
 * @param {EditModel} m @param {{ search: boolean, multiple?: boolean, empty: string }} options
 * @returns {Html}
 */
export function choiceSelect(m, { search, multiple = false, empty }) {
  const chosen = new Set(listOf(m.value));
  const { t } = m.env;
  const more = search && {
    'data-pl-combobox': m.choicesUrl,
    'data-pl-none': t('fieldView.noMatch'),
    'data-pl-search': t('fieldView.search'),
    'data-pl-remove': t('fieldView.remove'),
  };
  const isLong = search && hasMore(m);
  // With a search box next to it, the browser must not require a choice.
  const required = isLong && m.required ? { required: null, 'aria-required': 'true' } : {};
  return html`<select${controlAttributes(m, { class: 'form-select', multiple, ...required, ...more })}>${
    multiple ? '' : html`<option value="">${empty}</option>`
  }${choicesOf(m).map(({ value, label }) => option(value, label, chosen.has(String(value))))}</select>${
    isLong && plainSearch(m)
  }`;
}

/** @param {EditModel} m */
function plainSearch(m) {
  const id = `${m.id}-find`;
  const text = attrs({
    id,
    name: searchName(m.name),
    class: 'form-control',
    type: 'search',
    maxlength: 200,
    autocomplete: 'off',
    value: m.needed.found?.words,
  });
  return html`<noscript><label class="form-hint" for="${id}">${m.env.t('fieldView.find')}</label><input${text}></noscript>`;
}

/** @param {string | number} value @param {string} label @param {boolean} selected */
export const option = (value, label, selected) => html`<option${attrs({ value, selected })}>${label}</option>`;
