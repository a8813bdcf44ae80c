/** @import { EditModel, Field, Html, Need } from '@plinth/plugin' */
import { attrs, html } from '@plinth/plugin';
import { boolean, text, view } from '@plinth/plugin/settings';
import { COMBOBOX_SCRIPT, comboboxAttributes } from './combobox.js';
import { controlAttributes, listOf } from './control.js';

/** The maximum number of choices in the page; with more, the control searches on the server. */
export const INLINE_CHOICES = 100;

/** @typedef {{ value: string | number, label: string, picture?: string | null }} Choice */

/** What the views have that choose rows of another table. */
export const rowChoiceSettings = [
  text('empty', 'fv.empty'),
  boolean('create', 'fv.create', { default: true }),
  view('createView', 'fv.createView', { viewTemplates: ['edit'], showIf: { name: 'create', in: [true] } }),
];

/** @param {Field} field @param {{ create?: boolean, createView?: string }} config @returns {Need[]} */
export function needsChoices(field, { create, createView } = {}) {
  /** @type {Need} */
  const choices = { name: 'choices', choices: true, limit: INLINE_CHOICES, pictures: isOfPeople(field) };
  /** @type {Need} */
  const form = { name: 'create', creates: createView || true };
  return [choices, { name: 'label', label: true }, ...(create === false ? [] : [form])];
}

/** What the views have that choose one row of another table. */
export const rowChoice = {
  mode: /** @type {const} */ ('edit'),
  types: [{ value: /** @type {const} */ ('reference'), isMany: false }],
  settings: rowChoiceSettings,
  scripts: [COMBOBOX_SCRIPT],
  needs: needsChoices,
};

/** @param {Field} field */
export const isOfPeople = ({ target }) => target === 'users';

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
 * A select of related rows, which a module turns into a combobox. A long list asks the server; without the module it stays a
 * select of the first choices, beside a text by which the form looks for others when it is sent.
 *
 * @param {EditModel} m
 * @param {{ isPlain?: boolean, multiple?: boolean, empty: string }} options isPlain: short lists stay as they are
 * @returns {Html}
 */
export function choiceSelect(m, { isPlain = false, multiple = false, empty }) {
  const chosen = new Set(listOf(m.value));
  const isLong = hasMore(m);
  const look = isOfPeople(m.field) ? 'person' : null;
  const more =
    isPlain && !isLong ? {} : comboboxAttributes(m, { url: m.choicesUrl, isWhole: !isLong, look, recent: true });
  // With a search box next to it, the browser must not require a choice.
  const required = isLong && m.required ? { required: null, 'aria-required': 'true' } : {};
  return html`<select${controlAttributes(m, { class: 'form-select', multiple, ...required, ...more })}>${
    multiple ? '' : html`<option value="">${empty}</option>`
  }${choicesOf(m).map(({ value, label, picture }) => option(value, label, chosen.has(String(value)), { picture }))}</select>${
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

/**
 * @param {string | number} value @param {string} label @param {boolean} selected
 * @param {{ picture?: string | null, colour?: string | null }} [look]
 */
export const option = (value, label, selected, { picture, colour } = {}) =>
  html`<option${attrs({ value, selected, 'data-pl-picture': picture, 'data-pl-colour': colour })}>${label}</option>`;
