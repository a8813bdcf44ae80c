/** @import { CellKind, Field, Translate } from '@plinth/plugin' */
/** @import { Form } from '../../types.d.ts' */
import { attrs, html } from '@plinth/plugin';

/** What is done with the values of several rows. A field is emptied only by `clear`. @typedef {'add' | 'remove' | 'set' | 'clear'} How */
/** @typedef {{ field: Field, kind: CellKind | null }} Edited kind null: set by the control of a form */

/**
 * What can be done to a field of several rows at once. To add comes first, because it takes nothing away.
 *
 * @param {Edited} edited @returns {readonly How[]}
 */
export function waysOf({ field, kind }) {
  const clear = field.required ? [] : [/** @type {const} */ ('clear')];
  if (kind !== null) return ['set', ...clear];
  if (field.traits.isMany) return ['add', 'remove', 'set', ...clear];
  if (field.traits.value === 'files' && field.attributes.several) return ['add', 'set', ...clear];
  return ['set', ...clear];
}

/** @param {Edited} edited @param {Form} form @returns {How} */
export function howIn(edited, form) {
  const ways = waysOf(edited);
  return ways.find((way) => way === form.get('how')) ?? ways[0];
}

/** Whether values are chosen, instead of entered. @param {Edited} edited */
export const isChosen = (edited) =>
  waysOf(edited).includes('add') || (edited.kind === null && edited.field.target === 'files');

/**
 * The choice of what is done, where there is one.
 *
 * @param {Edited} edited @param {How | null} chosen @param {Translate} t
 */
export function howControl(edited, chosen, t) {
  const ways = waysOf(edited);
  if (ways.length < 2) return null;
  const textOf = (/** @type {How} */ way) =>
    t(way === 'set' && !isChosen(edited) ? 'delivered.rows.how.value' : `delivered.rows.how.${way}`);
  const options = ways.map(
    (way) => html`<option${attrs({ value: way, selected: way === (chosen ?? ways[0]) })}>${textOf(way)}</option>`,
  );
  return html`<div class="mb-3"><label class="form-label" for="pl-rows-how">${t('delivered.rows.how')}</label><select class="form-select" id="pl-rows-how" name="how">${options}</select></div>`;
}
