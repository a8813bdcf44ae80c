/** @import { Formats, Html, Translate } from '@plinth/plugin' */
/** @import { Form } from '../../types.d.ts' */
/** @import { EditedField } from '../cells/write-cells.js' */
/** @import { Sent } from '../cells/cell-request.js' */
import { attrs, dateControl, html } from '@plinth/plugin';

/** Related rows that are offered as options; more are found by name. */
export const MOST_OPTIONS = 99;

export const ID = 'pl-rows-value';

/**
 * The control for a value that is written as a cell would be: the same texts, by a plain form.
 *
 * @param {EditedField} edited
 * @param {{ t: Translate, formats: Formats, choices: readonly { value: unknown, label: string }[], typed: string, error: string | null,
 *   names: string, more: Html | null }} model
 *   choices: of a field that points at rows; names: address that finds more of them; more: below the control
 * @returns {Html}
 */
export function cellControl(edited, model) {
  const { field } = edited;
  const control = isOptions(edited, model.choices) ? select(edited, model) : input(edited, model);
  return labelled(field.label, html`${control}${model.more}`, model.error);
}

/**
 * A control with its label and what is wrong.
 *
 * @param {string} label @param {Html} control @param {string | null} error @param {{ isGroup?: boolean }} [options] isGroup:
 *   several inputs in a fieldset
 */
export function labelled(label, control, error, { isGroup = false } = {}) {
  const wrong = error && html`<div class="invalid-feedback d-block" id="${ID}-error">${error}</div>`;
  if (isGroup)
    return html`<fieldset class="mb-3 pl-rows-value"><legend class="form-label">${label}</legend>${control}${wrong}</fieldset>`;
  return html`<div class="mb-3 pl-rows-value"><label class="form-label" for="${ID}">${label}</label>${control}${wrong}</div>`;
}

/**
 * What such a control sent.
 *
 * @param {EditedField} edited @param {Form} form @returns {Sent}
 */
export function cellIn({ kind }, form) {
  const key = form.get('key');
  if (kind === 'lookup' && key !== null) return { text: key, key: key || null };
  return { text: form.get('value') ?? '', key: null };
}

/** @param {EditedField} edited @param {readonly unknown[]} choices */
const isOptions = ({ kind }, choices) =>
  kind === 'choice' || kind === 'check' || (kind === 'lookup' && choices.length <= MOST_OPTIONS);

/** @param {EditedField} edited @param {Parameters<typeof cellControl>[1]} model */
function select({ field, kind }, { t, choices, typed, error }) {
  const all = kind === 'choice' ? labelsOf(field).map((label) => ({ value: label, label })) : [...choices];
  if (kind === 'check') all.push({ value: 'true', label: t('views.yes') }, { value: 'false', label: t('views.no') });
  else all.unshift({ value: '', label: '–' });
  const options = all.map(
    ({ value, label }) =>
      html`<option${attrs({ value: String(value), selected: typed === String(value) })}>${label}</option>`,
  );
  return html`<select${attrs({ ...common(error, 'form-select'), name: kind === 'lookup' ? 'key' : 'value' })}>${options}</select>`;
}

/** @param {EditedField} edited @param {Parameters<typeof cellControl>[1]} model */
function input({ kind }, { t, formats, choices, typed, error, names }) {
  const given = { ...common(error, 'form-control'), name: 'value', autocomplete: 'off' };
  if (kind === 'lines') return html`<textarea${attrs({ ...given, rows: 4 })}>${typed}</textarea>`;
  if (kind === 'date' || kind === 'date_time')
    return dateControl(typed, { t, formats }, { withTime: kind === 'date_time', attributes: given });
  const type = kind === 'time' ? 'time' : 'text';
  const number = kind === 'number' ? { inputmode: 'decimal', 'data-pl-number': '' } : {};
  const more = kind === 'lookup' ? { list: `${ID}-names`, 'data-pl-names': names } : {};
  const control = html`<input${attrs({ ...given, ...more, ...number, type, value: typed })}>`;
  if (kind !== 'lookup') return control;
  const found = choices.slice(0, MOST_OPTIONS).map(({ label }) => html`<option value="${label}"></option>`);
  return html`${control}<datalist id="${ID}-names">${found}</datalist>`;
}

/** @param {string | null} error @param {string} look */
const common = (error, look) => ({
  id: ID,
  class: error ? `${look} is-invalid` : look,
  'aria-invalid': error ? 'true' : null,
  'aria-describedby': error ? `${ID}-error` : null,
});

/** @param {EditedField['field']} field @returns {string[]} */
const labelsOf = ({ attributes }) =>
  (Array.isArray(attributes.options) ? attributes.options : []).map((option) =>
    typeof option === 'object' ? String(option.label ?? option.value) : String(option),
  );
