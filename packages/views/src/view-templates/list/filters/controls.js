/** @import { Field, Html, Translate } from '@plinth/plugin' */
/** @import { FilterField } from './fields.js' */
import { attrs, html, PERIODS } from '@plinth/plugin';
import { MOST_CHOICES } from './choices.js';

/** Shorter lists are taken in at a glance. */
const SEARCHED = 8;

/**
 * The controls for the value of a condition.
 *
 * @typedef {{ name: string, id: string, texts: readonly string[], to: string, period: string, label: string }} Model
 *   name: what the controls' names begin with; texts: what the address says now
 * @param {FilterField} known @param {Model} m
 * @param {{ t: Translate, choices: readonly { value: string | number, label: string }[], choicesUrl: string }} c
 * @returns {Html}
 */
export function valueControls(known, m, c) {
  const { kind } = known;
  if (kind.name === 'boolean') return booleanChoice(m, c.t);
  if (kind.name === 'options') return picker(m, optionsOf(known.field), null, c.t);
  if (kind.name === 'rows') {
    const people = known.field.target === 'users';
    const choices = people ? [{ value: 'me', label: c.t('list.filter.me') }, ...c.choices] : c.choices;
    return picker(m, choices, c.choices.length >= MOST_CHOICES ? c.choicesUrl : null, c.t);
  }
  return html`${input(known, `${m.name}.value`, m.id, m.texts[0] ?? '', m.label)}${
    kind.ops.includes('between') &&
    html`<div class="pl-cond-to">${input(known, `${m.name}.to`, `${m.id}-to`, m.to, c.t('list.filter.to', { field: m.label }))}</div>`
  }${kind.ops.includes('within') && periods(m, c.t)}`;
}

/** @param {FilterField} known @param {string} name @param {string} id @param {string} value @param {string} label */
function input({ kind, field }, name, id, value, label) {
  const whole = ['integer', 'auto_number', 'rating'].includes(field.type);
  const looks = {
    number: { type: 'number', step: whole ? 1 : 'any', inputmode: whole ? 'numeric' : 'decimal' },
    date: { type: 'date', max: '9999-12-31' },
    time: { type: 'time' },
    duration: { type: 'text', placeholder: '1:30' },
  };
  const look = looks[/** @type {'number'} */ (kind.name)] ?? { type: 'text', maxlength: 200, autocomplete: 'off' };
  // A value that the field can't have is shown as it was typed, to be mended.
  const fits = look.type !== 'number' || value === '' || Number.isFinite(Number(value));
  const shown = kind.name === 'date' ? value.slice(0, 10) : value;
  return html`<input${attrs({ class: 'form-control', id, name, 'aria-label': label, ...look, ...(!fits && { type: 'text' }), value: shown })}>`;
}

/** @param {Model} m @param {Translate} t */
function periods({ name, id, period, label }, t) {
  return html`<select class="form-select pl-cond-period" id="${id}-period" name="${name}.period" aria-label="${label}">${PERIODS.map(
    (value) =>
      html`<option${attrs({ value, selected: value === (period || 'this_week') })}>${t(`list.period.${value}`)}</option>`,
  )}</select>`;
}

/** @param {Model} m @param {Translate} t */
function booleanChoice({ name, id, texts }, t) {
  const isNo = texts[0] === 'false';
  const one = (/** @type {string} */ value, /** @type {string} */ label, /** @type {boolean} */ checked) =>
    html`<label class="pl-pick"><input${attrs({ class: 'form-check-input', type: 'radio', id: value === 'true' ? id : null, name: `${name}.value`, value, checked })}><span>${label}</span></label>`;
  return html`<div class="pl-picker">${one('true', t('views.yes'), !isNo)}${one('false', t('views.no'), isNo)}</div>`;
}

/**
 * Any of a list: those chosen first, the rest found by typing.
 *
 * @param {Model} m @param {readonly { value: string | number, label: string }[]} choices
 * @param {string | null} url where to search for more @param {Translate} t
 */
function picker({ name, id, texts, label }, choices, url, t) {
  const chosen = new Set(texts);
  const sorted = [...choices].sort((a, b) => Number(chosen.has(String(b.value))) - Number(chosen.has(String(a.value))));
  const search =
    choices.length > SEARCHED &&
    html`<input${attrs({ class: 'form-control', type: 'search', 'data-pl-pick': url ?? '', placeholder: t('list.filter.search'), 'aria-label': t('list.filter.search'), autocomplete: 'off', hidden: true })}>`;
  const entries = sorted.map(
    (entry, i) =>
      html`<label class="pl-pick"><input${attrs({ class: 'form-check-input', type: 'checkbox', id: i === 0 ? id : null, name: `${name}.value`, value: entry.value, checked: chosen.has(String(entry.value)) })}><span>${entry.label}</span></label>`,
  );
  return html`${search}<div class="pl-picker" role="group" aria-label="${label}" data-pl-picker="${name}.value">${entries}</div>`;
}

/** @param {Field} field @returns {{ value: string, label: string }[]} */
function optionsOf({ attributes }) {
  const { options } = /** @type {{ options?: any[] }} */ (attributes);
  return (options ?? []).map(({ value, label }) => ({ value: String(value), label: String(label ?? value) }));
}
