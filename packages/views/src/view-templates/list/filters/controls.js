/** @import { Field, Formats, Html, Translate, Values } from '@plinth/plugin' */
/** @import { FilterField } from './fields.js' */
import { attrs, COUNTED_PERIODS, countedPeriod, dateControl, dayIn, html, PERIODS } from '@plinth/plugin';
import { MOST_CHOICES } from './choices.js';
import { periodName } from './describe.js';

/** Shorter lists are taken in at a glance. */
const SEARCHED = 8;
/** What the number of days is until another one is typed. */
const USUAL_DAYS = 14;

/**
 * The controls for the value of a condition.
 *
 * @typedef {{ name: string, id: string, texts: readonly string[], to: string, period: string, label: string }} Model
 *   name: what the controls' names begin with; texts: what the address says now
 * @param {FilterField} known @param {Model} m
 * @param {{ t: Translate, formats: Formats, choices: readonly { value: string | number, label: string }[], choicesUrl: string }} c
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
  const to = { name: `${m.name}.to`, id: `${m.id}-to`, 'aria-label': c.t('list.filter.to', { field: m.label }) };
  return html`${input(known, { name: `${m.name}.value`, id: m.id, 'aria-label': m.label }, m.texts[0] ?? '', c)}${
    kind.ops.includes('between') && html`<div class="pl-cond-to">${input(known, to, m.to, c)}</div>`
  }${kind.ops.includes('within') && periods(m, c.t)}`;
}

/** @param {FilterField} known @param {Record<string, string>} own @param {string} value @param {{ t: Translate, formats: Formats }} c */
function input({ kind, field }, own, value, c) {
  const whole = field.traits.isWhole;
  const given = { class: 'form-control', ...own };
  if (kind.name === 'date') return dateControl(dayOf(value, c.formats), c, { attributes: given });
  const looks = {
    number: { inputmode: whole ? 'numeric' : 'decimal', autocomplete: 'off', 'data-pl-number': whole ? 'whole' : '' },
    time: { type: 'time' },
    duration: { placeholder: '1:30' },
  };
  const look = looks[/** @type {'number'} */ (kind.name)] ?? { maxlength: 200, autocomplete: 'off' };
  return html`<input${attrs({ ...given, type: 'text', ...look, value })}>`;
}

/** A value that the field can't have is shown as it was typed, to be mended. @param {string} text @param {Formats} formats */
const dayOf = (text, { timeZone }) => (/^\d{4}-\d\d-\d\dT.*Z$/.test(text) ? dayIn(text, timeZone) || text : text);

/** @param {Model} m @param {Translate} t */
function periods({ name, id, period, label }, t) {
  const counted = PERIODS.includes(period) ? null : countedPeriod(period);
  const chosen = counted?.form ?? (period || 'this_week');
  const options = [...PERIODS, ...COUNTED_PERIODS].map(
    (value) => html`<option${attrs({ value, selected: value === chosen })}>${periodName(value, t)}</option>`,
  );
  return html`<select class="form-select pl-cond-period" id="${id}-period" name="${name}.period" aria-label="${label}">${options}</select><label class="pl-cond-days">${t('list.filter.days')}<input class="form-control" name="${name}.days" value="${counted?.count ?? USUAL_DAYS}" maxlength="4" inputmode="numeric" autocomplete="off"></label>`;
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
  const { options } = /** @type {{ options?: Values[] }} */ (attributes);
  return (options ?? []).map(({ value, label }) => ({ value: String(value), label: String(label ?? value) }));
}
